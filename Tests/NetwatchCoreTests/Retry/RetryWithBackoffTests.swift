import NetwatchCore
import Testing

/// The contract of `retryWithBackoff`, sentence by sentence.
@Suite struct RetryWithBackoffTests {
  static func interceptor(
    draw: Double = 1.0.nextDown,
    maxAttempts: Int? = 3,
    above: RetryAfterAboveMaxDelay = .giveUp
  ) -> RetryInterceptor {
    .retryWithBackoff(
      maxAttempts: maxAttempts,
      retryAfterAboveMaxDelay: above,
      random: .constant(draw)
    )
  }

  @Test(arguments: NetworkErrorType.retryable)
  func `a failure that is retryable is retried`(type: NetworkErrorType) async throws {
    #expect(type.isRetryable)
    #expect(try await Self.interceptor().decide(.about(type)).delay != nil)
  }

  @Test(arguments: NetworkErrorType.final)
  func `a failure that is not retryable is left to others`(type: NetworkErrorType) async throws {
    let decision = try await Self.interceptor().decide(.about(type))
    #expect(decision.isNoOpinion)
    #expect(decision.reason == "\(type): not retryable")
  }

  /// In milliseconds: the widest draw after n retries in a row.
  @Test(
    arguments: [
      (.status(503), 0, 100), (.status(503), 1, 200), (.status(503), 7, 12_800),
      (.status(503), 8, 20_000), (.status(503), 64, 20_000), (.status(503), .max - 1, 20_000),
      (.connectionLost, 2, 400), (.status(429), 0, 1_000), (.status(429), 1, 2_000),
      (.status(429), 4, 16_000), (.status(429), 5, 20_000),
    ] as [(NetworkErrorType, Int, Int)]
  )
  func `the n-th retry in a row waits up to base times two to the n, at most maxDelay`(
    type: NetworkErrorType,
    retries: Int,
    milliseconds: Int
  ) async throws {
    let window = Duration.milliseconds(milliseconds)
    for (draw, low, high) in [
      (0, Duration.zero, Duration.zero), (0.5, window / 2, window / 2),
      (1.0.nextDown, window - .nanoseconds(1), window),
    ] {
      let decision = try await Self.interceptor(draw: draw, maxAttempts: nil)
        .decide(.about(type, consecutiveRetries: retries))
      let delay = try #require(decision.delay)
      #expect((low...high).contains(delay))
      #expect(decision.draw == BackoffDraw(window: window, delay: delay))
    }
  }

  @Test(
    arguments: [
      (3, 1, true), (3, 2, false), (3, .max, false), (1, 0, false), (2, 0, true), (2, 1, false),
      (0, 0, false), (-1, 0, false), (.min, 0, false), (.max, .max - 2, true),
      (.max, .max, false), (nil, .max, true),
    ] as [(Int?, Int, Bool)]
  )
  func `maxAttempts counts attempts in a row, the one that just failed included`(
    maxAttempts: Int?,
    retries: Int,
    isRetried: Bool
  ) async throws {
    let decision = try await Self.interceptor(maxAttempts: maxAttempts)
      .decide(.about(.status(503), consecutiveRetries: retries))
    #expect(decision.isNoOpinion == !isRetried)
  }

  /// In seconds; the draw is 0.5 s of 1 s.
  @Test(
    arguments: [(nil, 0.5), (-3, 0.5), (0, 0.5), (0.4, 0.5), (0.6, 0.6), (20, 20)]
      as [(Double?, Double)]
  )
  func `Retry-After is a minimum wait`(retryAfter: Double?, expected: Double) async throws {
    for above in [RetryAfterAboveMaxDelay.giveUp, .wait] {
      let decision = try await Self.interceptor(draw: 0.5, above: above)
        .decide(.about(.status(429), retryAfter: retryAfter.map { .seconds($0) }))
      #expect(decision.delay == .seconds(expected))
    }
  }

  @Test(arguments: [Duration.seconds(20) + .nanoseconds(1), .seconds(Int64.max)])
  func `a Retry-After above maxDelay is given up or waited for in full`(
    retryAfter: Duration
  ) async throws {
    let question = RetryQuestion.about(.status(503), retryAfter: retryAfter)
    #expect(try await Self.interceptor(above: .giveUp).decide(question).isNoOpinion)
    #expect(try await Self.interceptor(above: .wait).decide(question).delay == retryAfter)
  }

  @Test func `the defaults are those of the seed`() async throws {
    for interceptor in [.retryWithBackoff(), RequestInterceptors.retryWithBackoff()] {
      #expect(interceptor.id == "retryWithBackoff")
      let window = { (type: NetworkErrorType, retries: Int) in
        try await interceptor.decide(.about(type, consecutiveRetries: retries)).draw?.window
      }
      #expect(try await window(.status(503), 0) == .milliseconds(100))
      #expect(try await window(.status(429), 1) == .seconds(2))
      #expect(try await window(.status(503), 2) == nil)
      let long = RetryQuestion.about(.status(503), retryAfter: .seconds(21))
      #expect(try await interceptor.decide(long).isNoOpinion)
    }
  }

  @Test func `the seed's factory passes everything on`() async throws {
    let interceptor = RequestInterceptors.retryWithBackoff(
      maxAttempts: 2,
      transientBaseDelay: .seconds(2),
      throttlingBaseDelay: .seconds(3),
      maxDelay: .seconds(4),
      retryAfterAboveMaxDelay: .wait
    )
    #expect(try await interceptor.decide(.about(.timeout)).draw?.window == .seconds(2))
    #expect(try await interceptor.decide(.about(.status(429))).draw?.window == .seconds(3))
    let long = RetryQuestion.about(.status(503), retryAfter: .seconds(21))
    #expect(try await interceptor.decide(long).delay == .seconds(21))
    #expect(try await interceptor.decide(.about(.timeout, consecutiveRetries: 1)).isNoOpinion)
  }

  @Test(
    arguments: [
      (Duration.zero, .zero), (.seconds(-1), .zero), (Duration(attoseconds: .max), .seconds(20)),
    ] as [(Duration, Duration)]
  )
  func `no base makes a wait negative or too long`(
    base: Duration,
    window: Duration
  ) async throws {
    let interceptor = RetryInterceptor.retryWithBackoff(
      maxAttempts: nil,
      transientBaseDelay: base,
      random: .constant(1.0.nextDown)
    )
    let decision = try await interceptor.decide(.about(.timeout, consecutiveRetries: 5))
    #expect(decision.draw?.window == window)
    #expect((Duration.zero...window).contains(try #require(decision.delay)))
  }

  @Test(
    arguments: [
      (.about(.status(503)), "again after 0.084 s of at most 0.1 s"),
      (.about(.status(503), retryAfter: .seconds(5)), "again after 5 s as Retry-After asks"),
      (.about(.status(503), retryAfter: .seconds(60)), "Retry-After of 60 s is above 20 s"),
      (.about(.timeout, consecutiveRetries: 2), "the limit of 3 attempts in a row is reached"),
    ] as [(RetryQuestion, String)]
  )
  func `the reason explains the decision`(question: RetryQuestion, reason: String) async throws {
    #expect(try await Self.interceptor(draw: 0.84).decide(question).reason == reason)
  }
}
