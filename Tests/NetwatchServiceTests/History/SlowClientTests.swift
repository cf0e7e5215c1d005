import NetwatchCore
import NetwatchJobs
import NetwatchTestSupport
import Testing

@testable import NetwatchService

@Suite("Many clients of the event stream, and slow ones", .timeLimit(.minutes(2)))
struct SlowClientTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("history.db")
  }

  /// Changes that fill a client's room soon.
  private func changes(_ count: Int) -> [JobTransition] {
    (1...count).map { .test($0, reason: String(repeating: "x", count: 1_000)) }
  }

  @Test("One that takes nothing is told so and closed, and the others get everything")
  func slow() async throws {
    try await ServedEvents.during(path) { served in
      let (slow, quick) = (try await served.client(), try await served.client())
      try await eventually(within: .seconds(5)) { served.events.counts.clients == 2 }
      var sent = 0
      while served.events.counts.droppedClients == 0, sent < 2_000 {
        served.events.append(transitions: changes(20))
        sent += 20
        try await quick.wait { $0.count == sent }
      }
      #expect(served.events.counts.droppedClients == 1)
      #expect(served.events.counts.clients == 1)
      try await slow.wait { $0.last?.name == "overflow" }
      #expect(slow.hasEnded)
      let ids = slow.events.dropLast().compactMap(\.id)
      #expect(ids == Array(1...Int64(ids.count)))
      // It comes back, and gets the rest as fast as it takes it.
      let again = try await served.client(after: slow.lastID.map { "\($0)" })
      try await again.wait { $0.count == sent - ids.count }
      #expect(again.events.last?.id == Int64(sent))
    }
  }

  @Test("One that takes what it missed slowly is not dropped for that")
  func slowResume() async throws {
    try await ServedEvents.during(path) { served in
      for _ in 0..<20 { served.events.append(transitions: changes(100)) }
      try await eventually(within: .seconds(10)) { served.events.counts.written == 2_000 }
      let client = try await served.client(after: "0")
      for _ in 0..<20 {
        try await Task.sleep(for: .milliseconds(20))
        client.look()
      }
      try await client.wait { $0.count == 2_000 }
      #expect(served.events.counts.droppedClients == 0)
      #expect(client.events.map(\.id) == (1...2_000).map { Int64($0) })
    }
  }

  @Test("A thousand clients share what they are sent, and the slow among them are dropped")
  func thousand() async throws {
    try await ServedEvents.during(path) { served in
      var clients: [EventClient] = []
      for _ in 0..<1_000 { clients.append(try await served.client()) }
      try await eventually(within: .seconds(30)) { served.events.counts.clients == 1_000 }
      for client in clients { try await client.wait { _ in !client.head.isEmpty } }
      let before = try Proc.current.anonymousKilobytes
      // The first hundred take nothing.
      var received = [Int](repeating: 0, count: 1_000)
      var (sent, peak) = (0, 0)
      while served.events.counts.droppedClients < 100, sent < 1_000 {
        served.events.append(transitions: changes(20))
        sent += 20
        for index in 100..<1_000 {
          try await eventually(within: .seconds(20), every: .milliseconds(1)) {
            received[index] += clients[index].drain()
            return received[index] > sent * 1_100
          }
        }
        peak = max(peak, try Proc.current.anonymousKilobytes - before)
      }
      #expect(served.events.counts.droppedClients == 100)
      #expect(served.events.counts.clients == 900)
      // A hundred that each hold 256 KiB of their own would take 25,600 KiB.
      #expect(peak < 15_000)
      for client in clients.prefix(100) { try await client.wait { $0.last?.name == "overflow" } }
    }
  }

  @Test("A state is with a client within 100 ms in the median, also where a machine is busy")
  func latency() async throws {
    try await ServedEvents.during(path) { served in
      let client = try await served.client()
      served.events.began(.test(.none))
      try await client.wait { $0.count == 1 }
      var times: [Duration] = []
      for number in 0..<100 {
        let start = ContinuousClock.now
        served.events.append(state: .test(number % 2 == 0 ? .full : .none))
        while client.look().count < number + 2 { await Task.yield() }
        times.append(ContinuousClock.now - start)
        try await Task.sleep(for: .milliseconds(2))
      }
      #expect(times.sorted()[50] < .milliseconds(100))
    }
  }

  @Test(
    "The threads of the server and of the history sleep while there are no events and no clients"
  )
  func idle() async throws {
    try await ServedEvents.during(path) { served in
      served.events.began(.test(.full))
      do {
        let client = try await served.client()
        try await client.wait { $0.count == 1 }
      }
      try await eventually(within: .seconds(5)) { served.events.counts.clients == 0 }
      try await Task.sleep(for: .milliseconds(100))
      let before = try sleeps()
      #expect(before.map(\.count) == [1, 1])
      try await Task.sleep(for: .seconds(2))
      #expect(try sleeps() == before)
    }
  }

  private func sleeps() throws -> [[Int32: Int]] {
    try ["netwatch-http", "netwatch-store"].map { try Proc.current.sleeps(ofThreads: $0) }
  }
}
