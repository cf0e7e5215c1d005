import NetwatchCore
import NetwatchDataSources
import NetwatchTestSupport
import Testing

/// What a wait for a connection does to the time that a source goes by, and to its conditions.
@Suite(.timeLimit(.minutes(1)))
struct ParkedWindowTests {
  private let trial = Trial()
  private let manager = SettableConnectivityManager(isAvailable: false)

  @Test func `a throttle's window begins with the fetch, not with the wait`() async throws {
    let source = trial.source.requiresConnectivity(manager).throttle(.seconds(10)).build()
    let call = source.call()
    for await state in source.state where state.isParked { break }
    let joined = source.call()
    manager.set(isAvailable: true)
    await trial.fetch.calls(1)
    trial.fetch.succeed(with: 1)
    #expect(try await call.value == 1)
    #expect(try await joined.value == 1)
    trial.clock.advance(by: .milliseconds(9999))
    #expect(try await source.refresh() == 1)
    #expect(trial.fetch.count == 1)
  }

  @Test func `prerequisites that held before a long wait are looked at again after it`()
    async throws
  {
    let switchboard = Switch()
    let source = trial.source.requiresConnectivity(manager).requires(switchboard).build()
    let call = source.call()
    for await state in source.state where state.isParked { break }
    switchboard.isOn.withLock { $0 = false }
    manager.set(isAvailable: true)
    await #expect(throws: PrerequisiteError.self) { try await call.value }
    #expect(trial.fetch.count == 0)
  }

  @Test func `what comes before a fetch can refresh another source of the same destination`()
    async throws
  {
    let clock = DataSourceClock(trial.clock, random: .constant(0))
    let token = dataSource {
      7 as Int?
    } onError: { _ in
      .keep
    }
    .requiresConnectivity(manager, destination: "api").clock(clock).build()
    let source = trial.source.requiresConnectivity(manager, destination: "api").clock(clock)
      .failableBeforeFetch { try await token.refresh() }.build()
    let call = source.call()
    for await state in source.state where state.isParked { break }
    manager.set(isAvailable: true)
    await trial.fetch.calls(1)
    trial.fetch.succeed(with: 1)
    #expect(try await call.value == 1)
    #expect(token.snapshot.value == 7)
  }
}

/// A condition that a test sets.
private struct Switch: DataSourceRefreshPrerequisite {
  let isOn = Flag()

  func check() async -> Bool { isOn.value.withLock(\.self) }

  final class Flag: Sendable {
    let value = Lock(true)

    func withLock(_ change: (inout Bool) -> Void) { value.withLock { change(&$0) } }
  }
}
