import NetwatchCore
import NetwatchJobs
import NetwatchSQLiteStores
import NetwatchSystem
import NetwatchTestSupport
import Testing

@testable import NetwatchService

@Suite("Events that could not be written", .timeLimit(.minutes(1)))
struct EventLossTests {
  private let folder: TemporaryFolder
  private let path: String
  private let failure = JobStoreError(.noSpace, "there is no space left")

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("history.db")
  }

  private var inputs: [HistoryInput] {
    [.event(.job(.test(1)), at: WallTime(seconds: 0, nanoseconds: 0))]
  }

  @Test("The failure is logged once, and the history counts as unwell until something was written")
  func told() throws {
    let lines = Lock<[String]>([])
    let pipe = try EventPipe(clocks: .kernel) { level, message, _ in
      lines.withLock { $0.append("\(level) \(message)") }
    }
    #expect(pipe.isWritable)
    pipe.lost(inputs, failure)
    pipe.lost(inputs, failure)
    #expect(!pipe.isWritable)
    let expected = "error the history could not be written: there is no space left"
    #expect(lines.withLock { $0 } == [expected])
    #expect(pipe.hub.counts.lost == 2)
    pipe.stored([], of: inputs)
    #expect(pipe.isWritable)
    pipe.lost(inputs, failure)
    #expect(lines.withLock { $0 } == [expected, expected])
  }

  @Test("Who listens is told at once, and who comes back over them, from memory and from the file")
  func missing() async throws {
    try await ServedEvents.during(path) { served in
      served.events.began(.test(.full))
      let live = try await served.client()
      try await live.wait { $0.count == 1 }
      served.events.pipe.lost(inputs, failure)
      try await live.wait { $0.names == ["state", "reset", "state"] }
      #expect(live.events.last == SeenEvent(id: nil, name: "state", data: live.events[0].data))
      served.events.append(transitions: [.test(2)])
      try await live.wait { $0.jobs == [2] }
      #expect(live.events.names.suffix(3) == ["reset", "state", "job"])
      #expect(live.events.map(\.id).suffix(3) == [2, 2, 3])
      let again = try await served.client(after: "1")
      try await again.wait { $0.jobs == [2] }
      #expect(again.events.names == ["reset", "state", "job"])
      // Until memory has forgotten it.
      served.events.append(transitions: (1...2_000).map { .test($0) })
      try await eventually(within: .seconds(10)) { served.events.counts.written == 2_003 }
      let late = try await served.client(after: "1")
      try await late.wait { $0.count == 2 }
      #expect(late.events.names == ["reset", "state"])
      #expect(late.events.map(\.id) == [2_003, 2_003])
      served.events.append(transitions: [.test(9)])
      try await late.wait { $0.jobs == [9] }
    }
  }
}
