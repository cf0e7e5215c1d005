import NetwatchCore
import NetwatchJobs
import NetwatchTestSupport
import Testing

@testable import NetwatchService

@Suite("The event stream", .timeLimit(.minutes(1)))
struct EventStreamTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("history.db")
  }

  @Test("A client gets the present state with the newest id, and then what happens")
  func live() async throws {
    try await ServedEvents.during(path) { served in
      served.events.began(.test(.none))
      served.events.append(transitions: [.test(1)])
      try await eventually(within: .seconds(5)) { served.events.counts.written == 2 }
      let client = try await served.client()
      try await client.wait { $0.count == 1 }
      #expect(client.head.contains("Content-Type: text/event-stream"))
      #expect(client.events == [SeenEvent(id: 2, name: "state", data: "{\"level\":\"none\"}")])
      served.events.append(state: .test(.full))
      served.events.append(transitions: [.test(7, reason: "told")])
      try await client.wait { $0.count == 3 }
      #expect(client.events[1] == SeenEvent(id: 3, name: "state", data: "{\"level\":\"full\"}"))
      #expect(client.events[2].id == 4)
      #expect(client.events[2].name == "job")
      let data = client.events[2].data
      #expect(data.hasPrefix("{\"time\":\"2"))
      #expect(
        data.hasSuffix(
          "Z\",\"id\":7,\"kind\":\"work\",\"destination\":\"default\",\"owner\":\"1000\""
            + ",\"to\":\"ready\",\"reason\":\"told\"}"
        )
      )
    }
  }

  @Test("Everybody sees their own jobs, administrators all")
  func owners() async throws {
    try await ServedEvents.during(path) { served in
      let mine = try await served.client(as: "1000")
      let all = try await served.client()
      try await eventually(within: .seconds(5)) { served.events.counts.clients == 2 }
      served.events.append(transitions: [
        .test(1), .test(2, owner: "1001"), .test(3, owner: nil), .test(4),
      ])
      try await all.wait { $0.jobs == [1, 2, 3, 4] }
      try await mine.wait { $0.jobs == [1, 4] }
      // The same of what was missed.
      let again = try await served.client(after: "0", as: "1001")
      try await again.wait { $0.jobs == [2] }
    }
  }

  @Test("Types can be chosen, and others are refused")
  func types() async throws {
    try await ServedEvents.during(path) { served in
      let client = try await served.client("?types=probe,state")
      try await eventually(within: .seconds(5)) { served.events.counts.clients == 1 }
      let probe = ProbeReport(endpoint: "http://a", family: .ipv4, outcome: .success, status: 204)
      served.events.append(transitions: [.test(1)])
      served.events.append(probes: [probe], at: WallTime(seconds: 0, nanoseconds: 0))
      served.events.append(state: .test(.full))
      try await client.wait { $0.count == 2 }
      #expect(client.events.names == ["probe", "state"])
      #expect(
        client.events[0].data
          == """
          {"time":"1970-01-01T00:00:00.000000Z","endpoint":"http://a","family":"ipv4",\
          "outcome":"success","status":204,"milliseconds":0.0,"timings":{"total":0.000}}
          """
      )
      for query in ["?types=", "?types=state,jobs", "?types=reset"] {
        let refused = try await served.client(query)
        try await eventually(within: .seconds(5)) {
          refused.look()
          return refused.head.hasPrefix("HTTP/1.1 400 ")
        }
      }
    }
  }

  @Test("Nothing that comes from outside gets out of its line")
  func injection() async throws {
    try await ServedEvents.during(path) { served in
      let client = try await served.client()
      try await eventually(within: .seconds(5)) { served.events.counts.clients == 1 }
      let text = "a\n\nevent: state\ndata: {}\r\rid: 9\u{2028}\u{1B}[2J\0"
      served.events.append(transitions: [.test(1, reason: text)])
      let state = StateSnapshot.test(.full)
      let json = Array("{\"level\":\n\n\"full\"\r}".utf8)
      served.events.append(state: StateSnapshot(state: state.state, json: json))
      try await client.wait { $0.count == 2 }
      #expect(client.events.map(\.id) == [1, 2])
      #expect(client.events.names == ["job", "state"])
      #expect(client.events[0].data.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F })
      #expect(client.events[1].data == "{\"level\":  \"full\" }")
    }
  }

  @Test("All are told that the service stops, and it leaves nobody behind")
  func stopping() async throws {
    var clients: [EventClient] = []
    try await ServedEvents.during(path) { served in
      for _ in 0..<3 { clients.append(try await served.client()) }
      try await eventually(within: .seconds(5)) { served.events.counts.clients == 3 }
    }
    for client in clients {
      try await client.wait { $0.names == ["stopping"] }
      #expect(client.hasEnded)
    }
  }

  @Test("HEAD has the fields alone, and once the service has ended there is no stream")
  func ended() async throws {
    try await ServedEvents.during(path) { served in
      let head = try EventClient(served.socket)
      try head.send("HEAD /v1/events HTTP/1.1\r\nHost: h\r\n\r\n")
      try await head.wait { _ in head.head.contains("text/event-stream") }
      #expect(served.events.counts.clients == 0)
      await served.events.close()
      let late = try await served.client()
      try await late.wait { _ in late.head.hasPrefix("HTTP/1.1 503 ") }
    }
  }

  @Test("A client that goes is not counted any more")
  func gone() async throws {
    try await ServedEvents.during(path) { served in
      do {
        let client = try await served.client()
        try await client.wait { _ in served.events.counts.clients == 1 }
      }
      try await eventually(within: .seconds(5)) { served.events.counts.clients == 0 }
      #expect(served.events.counts.droppedClients == 0)
    }
  }
}
