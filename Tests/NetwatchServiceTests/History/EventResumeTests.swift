import NetwatchCore
import NetwatchJobs
import NetwatchTestSupport
import Testing

@testable import NetwatchService

@Suite("Clients of the event stream that come back", .timeLimit(.minutes(2)))
struct EventResumeTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("history.db")
  }

  @Test("What was missed comes first, from memory or from the file, and then what happens")
  func missed() async throws {
    try await ServedEvents.during(path) { served in
      for number in 1...5_000 { served.events.append(transitions: [.test(number)]) }
      try await eventually(within: .seconds(10)) { served.events.counts.written == 5_000 }
      for id in [0, 1, 127, 128, 129, 2_500, 4_990, 5_000] {
        let client = try await served.client(after: "\(id)")
        served.events.append(transitions: [.test(0)])
        try await client.wait { $0.jobs.last == 0 && $0.count >= 5_001 - id }
        #expect(
          client.events.jobs.filter { $0 != 0 }
            == Array(5_000 - (5_000 - id)..<5_000).map { $0 + 1 }
        )
        #expect(
          client.events.map(\.id).dropFirst().elementsEqual(
            client.events.map(\.id).dropLast().map { $0.map { $0 + 1 } }
          )
        )
      }
    }
  }

  @Test(
    "An id that there is not, or not any more, gives a reset, and then the present state",
    arguments: ["99", "-1", "+3", "abc", "3.0", "99999999999999999999", "3x"]
  )
  func unknown(_ id: String) async throws {
    var settings = HistorySettings()
    settings.maximum = 5
    try await ServedEvents.during(path, settings) { served in
      served.events.began(.test(.full))
      for number in 1...20 {
        served.events.append(transitions: [.test(number)])
        try await eventually(within: .seconds(5)) { served.events.counts.written == number + 1 }
      }
      let client = try await served.client(after: id)
      try await client.wait { $0.count == 2 }
      #expect(client.events.names == ["reset", "state"])
      #expect(client.events.map(\.id) == [21, 21])
      #expect(client.events[0].data.hasPrefix("{\"reason\":\""))
      served.events.append(transitions: [.test(21)])
      try await client.wait { $0.jobs == [21] }
    }
  }

  @Test("A client that has missed more than there is patience for begins anew")
  func tooMany() async throws {
    try await ServedEvents.during(path) { served in
      served.events.began(.test(.full))
      for round in 1...EventCatchUp.reach / 1_000 + 1 {
        served.events.append(transitions: (0..<1_000).map { .test($0) })
        try await eventually(within: .seconds(20)) { served.events.counts.written > round * 1_000 }
      }
      let client = try await served.client(after: "1")
      try await client.wait { $0.names == ["reset", "state"] }
    }
  }

  @Test("The query may hold the id, and the field goes before it")
  func query() async throws {
    try await ServedEvents.during(path) { served in
      served.events.append(transitions: (1...5).map { .test($0) })
      try await eventually(within: .seconds(5)) { served.events.counts.written == 5 }
      let client = try await served.client("?lastEventID=3")
      try await client.wait { $0.jobs == [4, 5] }
      let both = try await served.client("?lastEventID=1", after: "4")
      try await both.wait { $0.jobs == [5] }
    }
  }

  @Test("Whenever clients come and go, and the service restarts, each gets all, once and in order")
  func random() async throws {
    var generator = SeededGenerator(seed: 7)
    var (sent, seen, last): (Int, [Int], Int64) = (0, [], 0)
    for _ in 0..<4 {
      try await ServedEvents.during(path) { served in
        for _ in 0..<15 {
          let client = try await served.client(after: "\(last)")
          for _ in 0..<Int.random(in: 1...40, using: &generator) {
            let count = Int.random(in: 1...20, using: &generator)
            served.events.append(transitions: (sent + 1...sent + count).map { .test($0) })
            sent += count
            if Bool.random(using: &generator) { client.look() }
            if Int.random(in: 0..<10, using: &generator) == 0 { await Task.yield() }
          }
          if Bool.random(using: &generator) {
            let goal = sent
            // Or it was too slow.
            try await client.wait { $0.jobs.last == goal || $0.last?.name == "overflow" }
          }
          client.look()
          seen += client.events.jobs
          last = client.lastID ?? last
          #expect(!client.events.names.contains("reset"))
        }
      }
    }
    try await ServedEvents.during(path) { served in
      while seen.last != sent {
        let client = try await served.client(after: "\(last)")
        try await client.wait { $0.jobs.last == sent || $0.last?.name == "overflow" }
        seen += client.events.jobs
        last = client.lastID ?? last
      }
    }
    #expect(seen == Array(1...sent))
  }
}
