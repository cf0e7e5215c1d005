import NetwatchCore
import NetwatchDataSources
import NetwatchTestSupport
import Testing

/// A source that needs a connection.
@Suite(.timeLimit(.minutes(1)))
struct ConnectivityTests {
  private let trial = Trial()
  private let manager = SettableConnectivityManager()

  @Test func `offline a refresh parks, and says so, until connectivity returns`() async throws {
    manager.set(isAvailable: false)
    let source = trial.source.requiresConnectivity(manager).build()
    let states = source.state(bufferingPolicy: .unbounded)
    let call = source.call()
    for await state in source.state where state.isParked { break }
    #expect(trial.fetch.count == 0)
    manager.set(isAvailable: true)
    await trial.fetch.calls(1)
    trial.fetch.succeed(with: 1)
    #expect(try await call.value == 1)
    source.terminate()
    let told = await states.all()
    #expect(told.map(\.isParked) == [false, false, true, false, false])
    #expect(told.map(\.isRefreshing) == [false, true, true, true, false])
  }

  @Test func `or fails at once, as chosen, and onError is not asked`() async throws {
    let source = trial.source.requiresConnectivity(manager, offline: .fail).build()
    try await trial.have(source, fetch: 1)
    // Observers have not been told yet.
    manager.set(isAvailable: true, settled: false)
    let error = await #expect(throws: PrerequisiteError.self) { try await source.refresh() }
    #expect(error?.prerequisite is ConnectivityPrerequisite)
    #expect(trial.failures.entries.isEmpty)
    #expect(source.snapshot.value == 1)
  }

  @Test func `an attempt that fails for want of a connection costs none`() async throws {
    let source = trial.source.requiresConnectivity(manager).retry(maxAttempts: 1).build()
    let call = source.call()
    await trial.fetch.calls(1)
    manager.set(isAvailable: false)
    trial.fetch.fail(with: Lost())
    for await state in source.state where state.isParked { break }
    manager.set(isAvailable: true)
    await trial.fetch.calls(2)
    trial.fetch.succeed(with: 2)
    #expect(try await call.value == 2)
    #expect(trial.failures.entries.isEmpty)
  }

  @Test func `a failure that has nothing to do with it is one`() async throws {
    let source = trial.source.requiresConnectivity(manager).build()
    let call = source.call()
    await trial.fetch.calls(1)
    trial.fetch.fail(with: Lost())
    await #expect(throws: Lost.self) { try await call.value }
    #expect(trial.failures.entries.count == 1)
  }

  @Test func `beforeFetch is done once connectivity is there, and once only`() async throws {
    manager.set(isAvailable: false)
    let done = Journal<Int>()
    let source = trial.source.requiresConnectivity(manager).retry(maxAttempts: 2)
      .beforeFetch { done.append(trial.fetch.count) }.build()
    let call = source.call()
    for await state in source.state where state.isParked { break }
    #expect(done.entries.isEmpty)
    manager.set(isAvailable: true)
    await trial.fetch.calls(1)
    trial.fetch.fail(with: Failure())
    await trial.fetch.calls(2)
    trial.fetch.succeed(with: 2)
    #expect(try await call.value == 2)
    #expect(done.entries == [0])
  }

  @Test func `a throttle's window begins with the fetch, not with the wait`() async throws {
    manager.set(isAvailable: false)
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
}

private struct Lost: NetworkErrorConvertible {
  var networkErrorType: NetworkErrorType { .connectionLost }
}
