import NetwatchCore
import NetwatchJobs
import NetwatchSQLiteStores
import NetwatchTestSupport

/// Hands a history what a test wants written, and remembers what became of it.
final class HistoryRecorder: HistorySource {
  private struct State {
    var inputs: [HistoryInput] = []
    var records: [HistoryRecord] = []
    var lost: [HistoryInput] = []
    var errors: [String] = []
    var rounds = 0
  }

  private let state = Lock(State())

  var records: [HistoryRecord] { state.withLock { $0.records } }
  var ids: [Int64] { records.map(\.id) }
  var lost: [HistoryInput] { state.withLock { $0.lost } }
  var errors: [String] { state.withLock { $0.errors } }

  func take() -> [HistoryInput] {
    state.withLock { state in
      defer { state.inputs = [] }
      return state.inputs
    }
  }

  func stored(_ records: [HistoryRecord], of inputs: [HistoryInput]) {
    state.withLock { state in
      state.records += records
      state.rounds += 1
    }
  }

  func lost(_ inputs: [HistoryInput], _ error: any Error) {
    state.withLock { state in
      state.lost += inputs
      state.errors.append("\(error)")
      state.rounds += 1
    }
  }

  var patience: Int32 { -1 }
  func tick() {}

  /// Has inputs written in one transaction, and waits for the outcome.
  func write(_ inputs: [HistoryInput], to store: HistoryStore) async throws {
    let rounds = state.withLock { state in
      state.inputs += inputs
      return state.rounds
    }
    store.wake()
    try await eventually(within: .seconds(20), every: .milliseconds(1)) {
      state.withLock { $0.rounds } > rounds
    }
  }
}

extension HistoryInput {
  /// A change of a job.
  static func job(_ number: Int64, at time: WallTime = .test) -> HistoryInput {
    let change = JobTransition(
      id: JobID(rawValue: number),
      kind: "work",
      destination: "there",
      owner: "1000",
      from: .running,
      to: .waiting,
      reason: "no answer"
    )
    return .event(.job(change), at: time)
  }

  /// A probe.
  static let probe = HistoryInput.event(
    .probe(ProbeReport(endpoint: "https://a/", family: .ipv4, outcome: .success)),
    at: .test
  )

  /// A state.
  static func state(_ level: ConnectivityLevel, at time: WallTime = .test) -> HistoryInput {
    .event(.state(.test(level)), at: time)
  }
}

extension StateEntry {
  static func test(_ level: ConnectivityLevel) -> StateEntry {
    StateEntry(
      level: level,
      cause: .route,
      explanation: "it is \(level)",
      identity: level.rawValue,
      json: Array("{\"level\":\"\(level)\"}".utf8)
    )
  }
}

extension WallTime {
  /// When the clocks of tests begin.
  static let test = WallTime(seconds: 1_700_000_000, nanoseconds: 0)

  static func test(plus seconds: Int64) -> WallTime {
    WallTime(seconds: test.seconds + seconds, nanoseconds: 0)
  }
}

extension HistoryStore {
  /// A history with clocks that a test moves.
  static func open(
    _ path: String,
    _ recorder: HistoryRecorder,
    _ clocks: ManualStoreClocks,
    age: Duration = .seconds(86_400),
    count: Int = 1_000_000,
    boot: String = "boot"
  ) async throws -> HistoryStore {
    try await open(
      path: path,
      retention: HistoryRetention(age: age, count: count),
      source: recorder,
      clocks: clocks.clocks,
      clockName: boot
    )
  }

  /// A page of events of all kinds.
  func page(
    after id: Int64,
    limit: Int = 1_000,
    reach: Int64 = 1_000_000,
    kinds: Set<HistoryEvent.Kind> = Set(HistoryEvent.Kind.allCases)
  ) async throws -> HistoryPage? {
    let request = HistoryPageRequest(kinds: kinds, limit: limit, reach: reach)
    return try await withCheckedThrowingContinuation { continuation in
      readPage(after: id, request) { continuation.resume(with: $0) }
    }
  }
}
