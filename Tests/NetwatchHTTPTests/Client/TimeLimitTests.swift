import NetwatchCore
import NetwatchHTTP
import NetwatchTestSupport
import Testing

/// The limits of an attempt and of a whole request.
@Suite(.timeLimit(.minutes(1)))
struct TimeLimitTests {
  private let server: ScriptedServer
  private var request: NetworkRequest { NetworkRequest(url: "\(server.origin)/") }

  init() throws {
    server = try ScriptedServer(script: [.readRequest, .hang])
  }

  @Test func `an attempt has a limit, and the next one has its own`() async throws {
    var request = request
    request.attemptTimeout = .milliseconds(100)
    let error = try await NetworkClient.testing().with(.hastyBackoff()).failure(of: request)
    #expect(error.attempts.records.map(\.failure) == [.timeout, .timeout, .timeout])
    #expect(server.requestCount == 3)
  }

  @Test func `the deadline ends the attempt under way`() async throws {
    var request = request
    request.deadline = .milliseconds(200)
    let start = ContinuousClock.now
    let client = NetworkClient.testing().with(.hastyBackoff(maxAttempts: nil))
    let error = try await client.failure(of: request)
    #expect(ContinuousClock.now - start < .seconds(5))
    #expect(error.networkErrorType == .timeout)
    #expect(error.attempts.records.last?.reason == "the deadline comes before the next attempt")
    #expect(server.requestCount == 1)
  }

  @Test func `the deadline holds over all attempts and waits`() async throws {
    var request = request
    request.attemptTimeout = .milliseconds(100)
    request.deadline = .milliseconds(350)
    let start = ContinuousClock.now
    let client = NetworkClient.testing().with(.hastyBackoff(maxAttempts: nil))
    let error = try await client.failure(of: request)
    #expect(ContinuousClock.now - start < .seconds(5))
    #expect((2...4).contains(server.requestCount))
    #expect(error.attempts.count >= server.requestCount)
  }

  @Test func `a wait that would end after the deadline is not begun`() async throws {
    server.script = .http(status: 503, headers: ["Retry-After": "5"])
    var request = request
    request.deadline = .seconds(5)
    let start = ContinuousClock.now
    let error = try await NetworkClient.testing().with(.hastyBackoff()).failure(of: request)
    #expect(ContinuousClock.now - start < .seconds(4))
    #expect(error.networkErrorType == .status(503))
    #expect(error.attempts.records.last?.reason == "the deadline comes before the next attempt")
  }

  @Test func `the deadline ends a wait for connectivity`() async throws {
    let manager = WatchedManager(isAvailable: false)
    server.script = .http(status: 503)
    var request = request
    request.requirement = .internet
    request.deadline = .milliseconds(200)
    let client = NetworkClient.testing(manager).with(.retryWhenConnected(manager))
    let error = try await client.failure(of: request)
    #expect(error.networkErrorType == .status(503))
    let reason = "the deadline came while it waited for connectivity"
    #expect(error.attempts.records.last?.reason == reason)
    manager.settable.set(isAvailable: true)
    #expect(try await client.failure(of: request).attempts.count == 1)
    #expect(server.requestCount == 2)
  }

  @Test func `a monitor that ends fails who waits for it`() async throws {
    let manager = WatchedManager(isAvailable: false)
    server.script = .http(status: 503)
    var request = request
    request.requirement = .internet
    let client = NetworkClient.testing(manager).with(.retryWhenConnected(manager))
    async let failed = client.failure(of: request)
    try await eventually(within: .seconds(10)) { manager.observerCount == 1 }
    manager.settable.finish()
    let error = try await failed
    #expect(error.networkErrorType == .status(503))
    #expect(error.attempts.records.last?.reason.contains("monitor ended") == true, "\(error)")
  }
}
