import NetwatchCore
import NetwatchHTTP
import NetwatchJobs
import NetwatchTestSupport
import Testing

/// Requests that a scheduler's jobs send: one chain decides, and the server counts.
@Suite(.timeLimit(.minutes(1)))
struct JobTests {
  private static let kind = JobKind(bytes: "send")

  private let server: ScriptedServer
  private let manager = SettableConnectivityManager()

  init() throws {
    server = try ScriptedServer()
  }

  /// Runs a job that sends a request, to its end.
  private func end(
    of request: NetworkRequest,
    by client: NetworkClient,
    attempts: Int
  ) async throws -> Job {
    let scheduler = RetryScheduler(
      store: MemoryJobStore(),
      connectivity: manager,
      handlers: [JobHandler(Self.kind) { _, _ in _ = try await client.send(request) }],
      interceptors: [.hastyBackoff(maxAttempts: attempts)]
    )
    let id = try await scheduler.submit([], as: Self.kind)
    let run = Task { try await scheduler.run() }
    defer { run.cancel() }
    try await eventually(within: .seconds(20)) {
      try await scheduler.job(id)?.state.isFinal == true
    }
    return try #require(await scheduler.job(id))
  }

  @Test("A client with a chain of its own makes no request more than the job's chain allows")
  func oneChain() async throws {
    server.script = .http(status: 503)
    let client = NetworkClient.testing().with(
      .hastyBackoff(),
      .retryWhenConnected(manager)
    )
    let request = NetworkRequest(url: "\(server.origin)/")
    let job = try await end(of: request, by: client, attempts: 2)
    #expect(job.state == .dead)
    #expect(job.attempt == 2)
    #expect(server.requestCount == 2)
    #expect(job.history.attempts.records.allSatisfy { $0.failure.hasPrefix("HTTP 503") })
  }

  @Test("A kept connection that dies costs the job an attempt: nothing is sent again beneath it")
  func deadConnection() async throws {
    let client = NetworkClient.testing()
    server.enqueue(.http(), [.readRequest, .close])
    _ = try await client.send(NetworkRequest(url: "\(server.origin)/"))
    let job = try await end(
      of: NetworkRequest(url: "\(server.origin)/"),
      by: client,
      attempts: 3
    )
    #expect(job.state == .succeeded)
    #expect(job.attempt == 2)
    #expect(server.requestCount == 3)
  }

  @Test("The server's Retry-After is the least that the job waits")
  func retryAfter() async throws {
    server.enqueue(.http(status: 429, headers: ["Retry-After": "1"]), .http())
    let start = ContinuousClock.now
    let request = NetworkRequest(url: "\(server.origin)/")
    let job = try await end(of: request, by: .testing(), attempts: 2)
    #expect(job.state == .succeeded)
    #expect(ContinuousClock.now - start >= .seconds(1))
  }
}
