import NetwatchCore
@testable import NetwatchDataSources
import NetwatchTestSupport
import Testing

@Suite("Attempts of a data source during an outage", .timeLimit(.minutes(1)))
struct ParkedAttemptTests {
  private let outage = Outage(isOver: true)
  private let fetch = ScriptedFetch<Int>()

  @Test("One that fails for a transient reason while offline costs no attempt, however often")
  func transient() async throws {
    let errors = ErrorList()
    let source = outage.source(of: fetch, errors: errors)
    let refresh = Task.immediate { try await source.refresh() }
    for round in 1...5 {
      await fetch.calls(round)
      outage.manager.set(isAvailable: false)
      fetch.fail(with: Unreachable())
      try await outage.parked()
      #expect(source.snapshot.state.isParked)
      outage.manager.set(isAvailable: true)
      // The start of the release is drawn anew, within a tenth of no time at all.
      try await eventually(within: .seconds(5)) {
        outage.clock.advance(by: .milliseconds(100))
        return fetch.count == round + 1
      }
    }
    fetch.succeed(with: 7)
    #expect(try await refresh.value == 7)
    #expect(errors.all.isEmpty)
  }

  @Test("One that fails for a transient reason while online costs one")
  func online() async throws {
    let source = outage.source(of: fetch)
    let refresh = Task.immediate { try await source.refresh() }
    await fetch.calls(1)
    fetch.fail(with: Unreachable())
    await #expect(throws: Unreachable.self) { try await refresh.value }
    #expect(fetch.count == 1)
  }

  @Test("One that fails for good while offline is not made again")
  func final() async throws {
    let errors = ErrorList()
    let source = outage.source(of: fetch, errors: errors)
    let refresh = Task.immediate { try await source.refresh() }
    await fetch.calls(1)
    outage.manager.set(isAvailable: false)
    fetch.fail(with: Failure())
    await #expect(throws: Failure.self) { try await refresh.value }
    #expect(errors.all.count == 1)
    #expect(!source.snapshot.state.isParked)
  }

  @Test("With `.fail` one that fails while offline ends the refresh, with its own error")
  func failing() async throws {
    let source = outage.source(of: fetch, offline: .fail) { $0.retry(maxAttempts: 3) }
    let refresh = Task.immediate { try await source.refresh() }
    await fetch.calls(1)
    outage.manager.set(isAvailable: false)
    fetch.fail(with: Unreachable())
    await #expect(throws: Unreachable.self) { try await refresh.value }
    #expect(fetch.count == 1)
  }

  @Test("A retry that becomes due while offline parks, and is made when connectivity returns")
  func retryParks() async throws {
    let source = outage.source(of: fetch) { $0.retry(maxAttempts: 2, delay: .seconds(10)) }
    let refresh = Task.immediate { try await source.refresh() }
    await fetch.calls(1)
    fetch.fail(with: Failure())
    try await outage.sleeping(until: .seconds(10))
    outage.manager.set(isAvailable: false)
    outage.clock.advance(by: .seconds(10))
    try await outage.parked()
    #expect(fetch.count == 1)
    outage.manager.set(isAvailable: true)
    try await eventually(within: .seconds(5)) {
      outage.clock.advance(by: .milliseconds(100))
      return fetch.count == 2
    }
    fetch.succeed(with: 7)
    #expect(try await refresh.value == 7)
  }

  @Test("A manager that ends while a refresh is parked ends it, with ConnectivityError")
  func managerEnds() async throws {
    outage.manager.set(isAvailable: false)
    let errors = ErrorList()
    let source = outage.source(of: fetch, errors: errors) { $0.retry(maxAttempts: 3) }
    let refresh = Task.immediate { try await source.refresh() }
    try await outage.parked()
    outage.manager.finish()
    try await outage.nobodyWaits()
    let error = await #expect(throws: ConnectivityError.self) { try await refresh.value }
    #expect(error?.code == .ended)
    #expect(errors.all.count == 1)
    #expect(fetch.count == 0)
  }

  @Test("A manager that ends while a retry is parked ends the refresh, without further ones")
  func managerEndsLater() async throws {
    let asked = ErrorList()
    let source = outage.source(of: fetch) {
      $0.retry(maxAttempts: 5, delay: .seconds(10)) { error in
        asked.append(error)
        return .retry
      }
    }
    let refresh = Task.immediate { try await source.refresh() }
    await fetch.calls(1)
    fetch.fail(with: Failure())
    try await outage.sleeping(until: .seconds(10))
    outage.manager.set(isAvailable: false)
    outage.clock.advance(by: .seconds(10))
    try await outage.parked()
    outage.manager.finish()
    try await outage.nobodyWaits()
    await #expect(throws: ConnectivityError.self) { try await refresh.value }
    #expect(asked.all.count == 1)
    #expect(asked.all.first is Failure)
  }

  @Test("A dependency that changes while a refresh is parked makes no second fetch")
  func dependency() async throws {
    outage.manager.set(isAvailable: false)
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    let seen = Lock<[Int]>([])
    let source: DataSource<Int> = dataSource(stream.dependency(.eager)) { number in
      seen.withLock { $0.append(number) }
      return number
    } onError: { _ in
      .keep
    } emptyValue: {
      0
    }
    .requiresConnectivity(outage.manager)
    .with { [runtime = outage.runtime] in $0.runtime = runtime }
    .build()
    continuation.yield(1)
    try await outage.parked()
    continuation.yield(2)
    let refresh = Task { try await source.refresh() }
    try await Task.sleep(for: .milliseconds(20))
    try await outage.parked()
    outage.manager.set(isAvailable: true)
    try await eventually(within: .seconds(5)) {
      outage.clock.advance(by: .milliseconds(100))
      return source.snapshot.value == 2
    }
    #expect(try await refresh.value == 2)
    #expect(seen.withLock(\.self).allSatisfy { $0 == 2 })
  }
}
