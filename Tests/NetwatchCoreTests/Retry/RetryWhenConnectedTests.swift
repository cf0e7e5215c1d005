import NetwatchCore
import Testing

/// The contracts of `retryWhenConnected` and `parkAtDestination`.
@Suite(.timeLimit(.minutes(1))) struct RetryWhenConnectedTests {
  @Test(arguments: NetworkErrorType.retryable)
  func `a retryable failure waits for connectivity`(type: NetworkErrorType) async throws {
    let manager = SettableConnectivityManager(isAvailable: false)
    let interceptors = [
      .retryWhenConnected(manager),
      RequestInterceptors.retryWhenConnected(connectivityManager: manager),
    ]
    for interceptor in interceptors {
      #expect(interceptor.id == "retryWhenConnected")
      let decision = try await interceptor.decide(.about(type))
      guard case .connectivity(let awaited)? = decision.event else {
        Issue.record("there is no wait for connectivity: \(decision)")
        continue
      }
      #expect(awaited as? SettableConnectivityManager === manager)
      #expect(decision.reason == "again when connectivity returns")
    }
  }

  @Test(arguments: NetworkErrorType.final)
  func `a failure that is not retryable waits for nothing`(type: NetworkErrorType) async throws {
    let manager = SettableConnectivityManager(isAvailable: false)
    let decision = try await RetryInterceptor.retryWhenConnected(manager).decide(.about(type))
    #expect(decision.isNoOpinion)
  }

  @Test func `while the connection is available there is no opinion`() async throws {
    let interceptor = RetryInterceptor.retryWhenConnected(SettableConnectivityManager())
    let decision = try await interceptor.decide(.about(.timeout))
    #expect(decision.isNoOpinion)
    #expect(decision.reason == "the connection is assumed available")
  }

  @Test(arguments: [(true, false), (false, true)])
  func `the settled state decides, not the published one`(
    isAvailable: Bool,
    settled: Bool
  ) async throws {
    let manager = SettableConnectivityManager()
    manager.set(isAvailable: isAvailable, settled: settled)
    let interceptor = RetryInterceptor.retryWhenConnected(manager)
    #expect(try await interceptor.decide(.about(.timeout)).isNoOpinion == settled)
  }

  @Test func `what does not need connectivity does not wait for it`() async throws {
    let manager = SettableConnectivityManager(isAvailable: false)
    let decision = try await RetryInterceptor.retryWhenConnected(manager)
      .decide(.about(.refused, needsConnectivity: false))
    #expect(decision.isNoOpinion)
  }

  @Test func `at limited connectivity one failure is retried at once as the canary`() async throws {
    let interceptor = RetryInterceptor.retryWhenConnected(LimitedConnectivity(canaries: 1))
    #expect(try await interceptor.decide(.about(.status(404))).isNoOpinion)
    #expect(try await interceptor.decide(.about(.timeout)).delay == .zero)
    #expect(try await interceptor.decide(.about(.timeout)).event != nil)
  }

  @Test func `a cancelled question throws CancellationError`() async {
    let work = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await RetryInterceptor.retryWhenConnected(SettableConnectivityManager())
        .decide(.about(.timeout))
    }
    await #expect(throws: CancellationError.self) { try await work.value }
  }

  @Test(
    arguments: [
      (.refused, nil, true), (.nameNotResolved, nil, true), (.unreachable, nil, true),
      (.connectTimeout, nil, true), (.timeout, nil, false), (.timeout, true, true),
      (.status(503), nil, false), (.refused, false, false), (.untrusted, true, false),
    ] as [(NetworkErrorType, Bool?, Bool)]
  )
  func `a job is parked when nothing reached the server`(
    type: NetworkErrorType,
    nothingReachedServer: Bool?,
    isParked: Bool
  ) async throws {
    let interceptor = RetryInterceptor.parkAtDestination()
    #expect(interceptor.id == "parkAtDestination")
    let decision = try await interceptor.decide(
      .about(type, nothingReachedServer: nothingReachedServer)
    )
    #expect(decision.isNoOpinion == !isParked)
    if isParked { #expect(decision.event?.description == "destination") }
  }
}
