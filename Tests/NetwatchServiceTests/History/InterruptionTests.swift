import Glibc
import NetwatchCore
import NetwatchTestSupport
import Testing

@testable import NetwatchService

@Suite("Clients that come back after the service was killed", .timeLimit(.minutes(1)))
struct InterruptionTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("history.db")
  }

  /// Serves while a closure runs, and leaves of the file what a kill at its end would.
  private func killed(after body: (ServedEvents) async throws -> Void) async throws {
    let copy = folder.file("copy.db")
    try await ServedEvents.during(path) { served in
      try await body(served)
      for end in ["", "-wal"] { try ChildProcess.check(["cp", path + end, copy + end]) }
    }
    for end in ["", "-wal", "-shm"] { unlink(path + end) }
    for end in ["", "-wal"] { rename(copy + end, path + end) }
  }

  @Test("No state comes twice and none is missing, and who listens for no others hears of no kill")
  func states() async throws {
    var (seen, last): ([SeenEvent], Int64?) = ([], nil)
    for round in 0..<4 {
      try await killed { served in
        // The same state as before the kill, but for the last time.
        served.events.began(.test(round == 3 ? .full : .none))
        let client = try await served.client("?types=state", after: last.map { "\($0)" })
        if round == 0 { try await client.wait { !$0.isEmpty } }
        if round == 1 { served.events.append(state: .test(.full)) }
        if round == 1 { served.events.append(state: .test(.none)) }
        served.events.append(transitions: [.test(round)])
        let newest = Int64([2, 6, 8, 11][round])
        try await served.written(upTo: newest)
        try await client.wait { $0.count == [1, 2, 0, 1][round] }
        (seen, last) = (seen + client.events, client.lastID ?? last)
      }
    }
    let (none, full) = ("{\"level\":\"none\"}", "{\"level\":\"full\"}")
    #expect(seen.map(\.data) == [none, full, none, full])
    #expect(seen.names == Array(repeating: "state", count: 4))
  }

  /// What a client hears that comes back after two kills.
  struct Return: Sendable {
    /// What it listens for.
    var types: String

    /// The last event that it knows.
    var id: Int

    /// What it hears where what it missed is in memory yet.
    var early: [String]

    /// What it hears where that has to be read from the file; nil where that is too much to wait for.
    var late: [String]?
  }

  private static let returns = [
    Return(
      types: "state,job",
      id: 1,
      early: ["job", "job", "reset", "state"],
      late: ["job", "reset", "state"]
    ),
    Return(types: "job", id: 1, early: ["job", "job", "reset"], late: ["job", "reset"]),
    Return(types: "job", id: 4, early: ["reset"], late: ["reset"]),
    Return(types: "probe", id: 2, early: ["reset"], late: ["reset"]),
    Return(types: "state", id: 1, early: ["state"], late: ["state", "state"]),
    Return(types: "job", id: 5, early: [], late: nil),
  ]

  @Test("Who listens for jobs is told once that some may be missing, from memory and from the file")
  func told() async throws {
    try await killed { served in
      served.events.began(.test(.none))
      served.events.append(transitions: [.test(0)])
      try await served.written(upTo: 2)
    }
    try await killed { served in
      served.events.began(.test(.none))
      served.events.append(transitions: [.test(1)])
      try await served.written(upTo: 4)
    }
    try await ServedEvents.during(path) { served in
      served.events.began(.test(.full))
      try await served.written(upTo: 6)
      try await check(served) { $0.early }
      let new = try await served.client()
      try await new.wait { $0.names == ["state"] }
      served.events.append(transitions: (1...2_000).map { .test($0) })
      try await served.written(upTo: 2_009)
      try await check(served) { $0.late }
    }
  }

  /// Has clients come back, hear what they are to hear, and then what happens.
  private func check(_ served: ServedEvents, _ expected: (Return) -> [String]?) async throws {
    var clients: [(EventClient, Return, [String])] = []
    for back in Self.returns {
      guard let names = expected(back) else { continue }
      let client = try await served.client("?types=\(back.types)", after: "\(back.id)")
      clients.append((client, back, names))
    }
    for (client, _, names) in clients { try await client.wait { $0.count == names.count } }
    served.events.append(state: .test(.none))
    served.events.append(transitions: [.test(7)])
    served.events.append(probes: [.test], at: WallTime(seconds: 0, nanoseconds: 0))
    for (client, back, names) in clients {
      let news = ["state", "job", "probe"].filter(back.types.contains)
      try await client.wait { $0.count == names.count + news.count }
      #expect(client.events.names == names + news, "\(back)")
    }
  }
}

extension ServedEvents {
  /// Waits until an event is written.
  fileprivate func written(upTo id: Int64) async throws {
    try await eventually(within: .seconds(20)) { events.pipe.hub.present.newest >= id }
  }
}

extension ProbeReport {
  fileprivate static let test = ProbeReport(endpoint: "a", family: .ipv4, outcome: .success)
}
