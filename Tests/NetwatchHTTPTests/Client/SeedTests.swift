import NetwatchCore
import NetwatchHTTP
import NetwatchTestSupport
import Testing

/// The sentences of the seed text on the factories of interceptors, one by one, through the client.
@Suite(.timeLimit(.minutes(1)))
struct SeedTests {
  private let server: ScriptedServer
  private let clock = SkippingClock()

  init() throws {
    server = try ScriptedServer(script: .http(status: 503))
  }

  private var request: NetworkRequest {
    var request = NetworkRequest(url: "\(server.origin)/")
    request.requirement = .internet
    return request
  }

  private func backoff(
    maxAttempts: Int? = 3,
    aboveMaxDelay: RetryAfterAboveMaxDelay = .giveUp
  ) -> RetryInterceptor {
    .retryWithBackoff(
      maxAttempts: maxAttempts,
      retryAfterAboveMaxDelay: aboveMaxDelay,
      random: .constant(0.5)
    )
  }

  @Test func `the delay is drawn from a window that doubles, from 100 ms on`() async throws {
    let client = NetworkClient.testing(clocks: clock.clocks).with(backoff(maxAttempts: 5))
    _ = try await client.failure(of: request)
    #expect(clock.sleeps == [50, 100, 200, 400].map { .milliseconds($0) })
  }

  @Test func `the window of HTTP 429 begins at a second`() async throws {
    server.script = .http(status: 429)
    let client = NetworkClient.testing(clocks: clock.clocks).with(backoff())
    _ = try await client.failure(of: request)
    #expect(clock.sleeps == [.milliseconds(500), .seconds(1)])
  }

  @Test func `no window is longer than maxDelay, and without a cap only the limit counts`()
    async throws
  {
    let client = NetworkClient.testing(clocks: clock.clocks).with(
      backoff(maxAttempts: nil),
      limit: 10
    )
    _ = try await client.failure(of: request)
    #expect(server.requestCount == 11)
    #expect(clock.sleeps.suffix(2) == [.seconds(10), .seconds(10)])
  }

  @Test(
    "Retry-After is a minimum, in both of its formats, and nothing else counts",
    arguments: [
      ("3", nil, 3_000), ("0", nil, 50), ("1.5", nil, 50), ("-5", nil, 50), ("30s", nil, 50),
      // The server's clock counts, however far it is from this one's.
      ("Wed, 18 Sep 2019 05:34:00 GMT", "Wed, 18 Sep 2019 05:33:57 GMT", 3_000),
      ("Wed, 18 Sep 2019 05:33:00 GMT", "Wed, 18 Sep 2019 05:33:57 GMT", 50),
      ("Wednesday, 18-Sep-19 05:34:00 GMT", "Wed, 18 Sep 2019 05:33:57 GMT", 50),
      // This one's counts where the server tells none: it is 1 January 2026, 00:00:00.
      ("Thu, 01 Jan 2026 00:00:07 GMT", nil, 7_000),
    ] as [(String, String?, Int)]
  )
  func retryAfter(value: String, date: String?, milliseconds: Int) async throws {
    let lines = "Retry-After: \(value)\r\n" + (date.map { "Date: \($0)\r\n" } ?? "")
    server.enqueue([
      .readRequest, .send("HTTP/1.1 503 \r\nContent-Length: 0\r\n\(lines)\r\n"), .again,
    ])
    server.script = .http()
    let client = NetworkClient.testing(clocks: clock.clocks).with(backoff())
    #expect(try await client.send(request).attempts == 2)
    #expect(clock.sleeps == [.milliseconds(milliseconds)])
  }

  @Test func `a Retry-After above maxDelay ends the backoff's proposals`() async throws {
    server.script = .http(status: 503, headers: ["Retry-After": "37"])
    let client = NetworkClient.testing(clocks: clock.clocks)
    let error = try await client.with(backoff()).failure(of: request)
    #expect(error.retryAfter == .seconds(37))
    #expect(server.requestCount == 1)
    #expect(clock.sleeps.isEmpty)
    // Another interceptor may still retry.
    let other = RetryInterceptor(id: "other") {
      $0.totalRetries == 0 ? .retry(after: .zero) : .noOpinion()
    }
    _ = try await client.with(other, backoff()).failure(of: request)
    #expect(server.requestCount == 3)
  }

  @Test func `or is waited for in full`() async throws {
    server.enqueue(.http(status: 503, headers: ["Retry-After": "37"]))
    server.script = .http()
    let client = NetworkClient.testing(clocks: clock.clocks).with(backoff(aboveMaxDelay: .wait))
    #expect(try await client.send(request).attempts == 2)
    #expect(clock.sleeps == [.seconds(37)])
  }

  @Test(
    "only a retryable status is tried again",
    arguments: [
      (408, true), (429, true), (500, true), (502, true), (503, true), (504, true),
      (400, false), (401, false), (403, false), (404, false), (409, false), (421, false),
      (422, false), (425, false), (501, false), (505, false),
    ]
  )
  func retryable(status: Int, isRetryable: Bool) async throws {
    server.script = .http(status: status)
    let client = NetworkClient.testing(clocks: clock.clocks).with(backoff())
    let error = try await client.failure(of: request)
    #expect(error.networkErrorType == .status(status))
    #expect(server.requestCount == (isRetryable ? 3 : 1))
  }

  @Test func `an interceptor keeps no state, and serves two clients`() async throws {
    let shared = backoff()
    for _ in 0..<2 {
      let client = NetworkClient.testing(clocks: clock.clocks).with(shared)
      _ = try await client.failure(of: request)
    }
    #expect(server.requestCount == 6)
    #expect(clock.sleeps == [50, 100, 50, 100].map { .milliseconds($0) })
  }

  @Test func `what is not retryable does not wait for connectivity`() async throws {
    let manager = WatchedManager(isAvailable: false)
    server.script = .http(status: 404)
    let client = NetworkClient.testing(manager).with(backoff(), .retryWhenConnected(manager))
    _ = try await client.failure(of: request)
    #expect(server.requestCount == 1)
    #expect(manager.observerCount == 0)
  }

  @Test func `a wait for connectivity costs the backoff no attempt`() async throws {
    let manager = WatchedManager(isAvailable: false)
    let client = NetworkClient.testing(manager).with(
      RequestInterceptors.retryWithBackoff(maxAttempts: 1),
      RequestInterceptors.retryWhenConnected(connectivityManager: manager)
    )
    async let response = client.send(request)
    try await eventually(within: .seconds(10)) { manager.observerCount == 1 }
    server.script = .http()
    manager.settable.set(isAvailable: true)
    #expect(try await response.attempts == 2)
    #expect(server.requestCount == 2)
  }
}
