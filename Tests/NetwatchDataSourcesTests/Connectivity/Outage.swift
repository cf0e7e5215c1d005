import NetwatchCore
import NetwatchTestSupport

@testable import NetwatchDataSources

/// Sources that need a connection, a manager that says whether there is one, and the clock they share.
struct Outage: Sendable {
  typealias Builder = DataSourceBuilder<Int>

  let manager: SettableConnectivityManager
  let clock = ManualClock()
  let runtime: SourceRuntime

  /// - Parameter isOver: Whether there is a connection at first.
  init(isOver: Bool = false) {
    manager = SettableConnectivityManager(isAvailable: isOver)
    // In the middle of every range.
    runtime = SourceRuntime(clock: clock, random: .constant(0.5))
  }

  /// A source that begins with 0, and keeps what it has; errors are noted.
  func source(
    of fetch: ScriptedFetch<Int>,
    to destination: String? = nil,
    offline: OfflineBehavior = .park,
    errors: ErrorList? = nil,
    _ configure: (Builder) -> Builder = { $0 }
  ) -> DataSource<Int> {
    let builder: Builder = dataSource {
      try await fetch()
    } onError: { error in
      errors?.append(error)
      return .keep
    } emptyValue: {
      0
    }
    return configure(builder)
      .requiresConnectivity(manager, offline: offline, destination: destination)
      .with { $0.runtime = runtime }
      .build()
  }

  /// Returns once so many refreshes wait for a connection, the first of which watches the manager and
  /// sleeps on the clock.
  func parked(_ count: Int = 1) async throws {
    try await eventually(within: .seconds(20)) {
      runtime.release.waiterCount(at: manager) == count - 1 && clock.sleeperCount > 0
    }
  }

  /// Lets a connection come back after it was away for 100 s, and time go on until the release begins:
  /// half of a tenth of that later.
  func end() async throws {
    clock.advance(by: .seconds(100))
    manager.set(isAvailable: true)
    try await sleeping(until: .seconds(105))
    clock.advance(by: .seconds(5))
  }

  /// Returns once nobody sleeps but for so long after the clock's beginning.
  func sleeping(until moment: Duration) async throws {
    try await eventually(within: .seconds(20)) {
      clock.nextDeadline == ManualClock.Instant(offset: moment)
    }
  }

  /// Returns once nobody waits or sleeps any more.
  func nobodyWaits() async throws {
    try await eventually(within: .seconds(5)) {
      runtime.release.waiterCount(at: manager) == 0 && clock.sleeperCount == 0
    }
  }
}

/// Fails for want of a connection.
struct Unreachable: NetworkErrorConvertible {
  var networkErrorType: NetworkErrorType { .unreachable }
}

/// Errors that were told, in order.
final class ErrorList: Sendable {
  private let list = Lock<[any Error]>([])
  var all: [any Error] { list.withLock(\.self) }
  func append(_ error: any Error) { list.withLock { $0.append(error) } }
}
