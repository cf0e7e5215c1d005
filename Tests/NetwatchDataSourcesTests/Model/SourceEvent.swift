import NetwatchCore

@testable import NetwatchDataSources

/// Something that happens to a data source.
enum SourceEvent: Sendable {
  case refresh(UInt64, clear: Bool, joining: Bool)
  /// A caller's task is cancelled.
  case callCancelled(UInt64)
  case clear
  case cancelRefresh(clear: Bool)
  case dependency(Int)
  case subscribe(Int, Readings)
  case leave(Int)
  case stopAutoRefresh
  case resumeAutoRefresh
  /// With a call where it is immediate.
  case restartAutoRefresh(UInt64?)
  /// All that comes before the fetch is done.
  case fetchBegan
  /// With the value's lowest bits; it has the fetch's number above.
  case fetchSucceeded(Int)
  case fetchFailed(FetchErrorAction)
  /// The store has what was fetched.
  case stored
  /// The store has told what it has.
  case loaded(StoredBits?)
  /// A timer goes off: on time, or late.
  case timeCame
  case terminate

  /// Whether somebody waits for an answer from then on.
  var isCall: Bool {
    switch self {
    case .refresh, .restartAutoRefresh(.some): true
    default: false
    }
  }

  /// What a subscriber reads.
  enum Readings: CaseIterable, Sendable {
    case values, states, pairs
  }
}

/// A value that an earlier process fetched.
struct StoredBits: Sendable {
  let bits: Int
  let age: Duration
}

/// The answer to a call of refresh.
enum SourceAnswer: Hashable, Sendable {
  case value(Int)
  case failed, cancelled, terminated
  case unavailable(Int)

  init(_ result: Result<Int, any Error>) {
    switch result {
    case .success(let value): self = .value(value)
    case .failure(let error as DependencyUnavailableError): self = .unavailable(error.index)
    case .failure(is CancellationError): self = .cancelled
    case .failure(is DataSourceTerminatedError): self = .terminated
    case .failure: self = .failed
    }
  }
}

/// What a subscriber was told.
enum Reading: Hashable, Sendable {
  case value(Int)
  case state(DataSourceState)
  case pair(DataSourceValueWithState<Int>)

  init(_ kind: SourceEvent.Readings, _ pair: DataSourceValueWithState<Int>) {
    self =
      switch kind {
      case .values: .value(pair.value)
      case .states: .state(pair.state)
      case .pairs: .pair(pair)
      }
  }
}

/// Numbers that a fetch brings: which fetch it was, and a few bits that `distinct` goes by.
enum Fetched {
  static func value(of fetch: UInt64, _ bits: Int) -> Int { Int(fetch) * 8 + bits }
  static func fetch(of value: Int) -> Int { value / 8 }
  @Sendable static func areSame(_ first: Int, _ second: Int) -> Bool { first % 8 == second % 8 }
}
