import NetwatchCore
import NetwatchHTTP
import NetwatchTestSupport
import Testing

/// What the chain promises, seen by a server.
@Suite(.timeLimit(.minutes(1)))
struct ChainTests {
  private let server: ScriptedServer
  private var request: NetworkRequest { NetworkRequest(url: "\(server.origin)/") }

  init() throws {
    server = try ScriptedServer(script: .http(status: 503))
  }

  /// An interceptor that notes when it is called, and answers what the closure says.
  private func noting(
    _ id: String,
    in record: Record<String>,
    _ answer: @escaping @Sendable (RetryQuestion) -> RetryDecision = { _ in .noOpinion() }
  ) -> RetryInterceptor {
    RetryInterceptor(id: id) { attempt in
      record.append("\(id) saw \(attempt.number)")
    } decide: { question in
      record.append("\(id) asked")
      return answer(question)
    }
  }

  @Test func `attempts are shown in list order, and questions go in reverse`() async throws {
    let record = Record<String>()
    let client = NetworkClient.testing().with(
      noting("a", in: record),
      noting("b", in: record) { $0.totalRetries == 0 ? .retry(after: .zero) : .noOpinion() },
      noting("c", in: record)
    )
    _ = try await client.failure(of: request)
    #expect(
      record.entries == [
        "a saw 1", "b saw 1", "c saw 1", "c asked", "b asked",
        "a saw 2", "b saw 2", "c saw 2", "c asked", "b asked", "a asked",
      ]
    )
    #expect(server.requestCount == 2)
  }

  @Test func `a success is shown to all, and nobody is asked`() async throws {
    server.script = .http()
    let record = Record<String>()
    let client = NetworkClient.testing().with(noting("a", in: record), noting("b", in: record))
    #expect(try await client.send(request).attempts == 1)
    #expect(record.entries == ["a saw 1", "b saw 1"])
  }

  @Test func `a derived client keeps the base's interceptors first, and not its limit`()
    async throws
  {
    let record = Record<String>()
    let base = NetworkClient.testing().with(
      noting("a", in: record) { $0.totalRetries < 2 ? .retry(after: .zero) : .noOpinion() },
      limit: 0
    )
    #expect(try await base.failure(of: request).attempts.count == 1)
    #expect(record.entries == ["a saw 1"])
    let derived = base.with(noting("b", in: record))
    #expect(try await derived.failure(of: request).attempts.count == 3)
    #expect(record.entries.dropFirst().prefix(4) == ["a saw 1", "b saw 1", "b asked", "a asked"])
    #expect(server.requestCount == 4)
  }

  @Test func `two that take turns are stopped by the limit, and then nobody is asked`() async throws
  {
    let record = Record<String>()
    let client = NetworkClient.testing().with(
      noting("a", in: record) { _ in .retry(after: .zero) },
      noting("b", in: record) {
        $0.totalRetries.isMultiple(of: 2) ? .noOpinion() : .retry(after: .zero)
      },
      limit: 5
    )
    let error = try await client.failure(of: request)
    #expect(server.requestCount == 6)
    #expect(error.attempts.records.map(\.proposer) == ["a", "b", "a", "b", "a", nil])
    #expect(error.attempts.records.last?.answers.isEmpty == true)
    #expect(error.attempts.records.last?.reason == "limit of 5 retries reached")
    #expect(record.entries.suffix(2) == ["a saw 6", "b saw 6"])
  }

  @Test func `the backoff begins again after a wait for connectivity`() async throws {
    let manager = WatchedManager()
    server.script = [
      .readRequest,
      .respond { [settable = manager.settable, number = Record<Void>()] _ in
        number.append(())
        if number.entries.count == 3 { settable.set(isAvailable: false) }
        return [.response(status: 503)]
      },
      .again,
    ]
    let client = NetworkClient.testing(manager).with(
      .retryWithBackoff(transientBaseDelay: .milliseconds(2), random: .constant(0.5)),
      .retryWhenConnected(manager)
    )
    var request = request
    request.requirement = .internet
    async let failed = client.failure(of: request)
    try await eventually(within: .seconds(10)) { manager.observerCount == 1 }
    #expect(server.requestCount == 3)
    manager.settable.set(isAvailable: true)
    let error = try await failed
    #expect(server.requestCount == 6)
    let backoff = "retryWithBackoff"
    #expect(
      error.attempts.records.map(\.proposer)
        == [backoff, backoff, "retryWhenConnected", backoff, backoff, nil]
    )
    #expect(
      error.attempts.records.map(\.draw?.window)
        == [.milliseconds(2), .milliseconds(4), nil, .milliseconds(2), .milliseconds(4), nil]
    )
  }

  @Test func `an adapter changes a request once, however often that is sent`() async throws {
    let calls = Record<String>()
    let client = NetworkClient.testing { configuration in
      configuration.adapters = [
        { request in
          calls.append(request.url)
          request.headers.append("X-Signature", "\(calls.entries.count)")
        }
      ]
    }
    _ = try await client.with(.hastyBackoff()).failure(of: request)
    #expect(calls.entries.count == 1)
    #expect(server.requests.map { $0.header("X-Signature") } == ["1", "1", "1"])
  }

  @Test func `an adapter that throws ends the request unsent`() async throws {
    struct Refusal: Error {}
    let client = NetworkClient.testing { $0.adapters = [{ _ in throw Refusal() }] }
    await #expect(throws: Refusal.self) { try await client.with(.hastyBackoff()).send(request) }
    #expect(server.requestCount == 0)
  }

  @Test func `what an interceptor throws ends the request`() async throws {
    struct Refusal: Error {}
    let client = NetworkClient.testing().with(RetryInterceptor(id: "a") { _ in throw Refusal() })
    await #expect(throws: Refusal.self) { try await client.send(request) }
    #expect(server.requestCount == 1)
  }

  @Test func `an error has the whole history, and prints it`() async throws {
    server.enqueue(.http(status: 500), .http(status: 502))
    let error = try await NetworkClient.testing().with(.hastyBackoff()).failure(of: request)
    #expect(error.networkErrorType == .status(503))
    #expect(error.response?.status == 503)
    #expect(error.attempts.records.map(\.failure) == [.status(500), .status(502), .status(503)])
    let lines = "\(error)".split(separator: "\n")
    #expect(lines.count == 4, "\(error)")
    #expect(lines.first?.hasPrefix("GET \(server.origin)/: HTTP 503") == true, "\(error)")
    for (number, line) in lines.dropFirst().enumerated() {
      #expect(line.contains("attempt \(number + 1): HTTP 50"), "\(error)")
    }
    #expect(lines.last?.contains("the limit of 3 attempts in a row is reached") == true, "\(error)")
  }

  @Test func `an empty budget ends a request, and a success after retries refills it`() async throws
  {
    let budget = RetryBudget(capacity: 30, transientCost: 14)
    let client = NetworkClient.testing { $0.budget = budget }.with(.hastyBackoff(maxAttempts: nil))
    let error = try await client.failure(of: request)
    #expect(server.requestCount == 3)
    #expect(budget.tokens == 2)
    #expect(error.attempts.records.last?.reason == "the retry budget is used up")
    server.script = .http()
    for _ in 0..<12 { _ = try await client.send(request) }
    #expect(budget.tokens == 14)
    server.enqueue(.http(status: 503))
    #expect(try await client.send(request).attempts == 2)
    #expect(budget.tokens == 14)
  }

  @Test func `a retry that the deadline rules out costs nothing of the budget`() async throws {
    server.script = .http(status: 503, headers: ["Retry-After": "5"])
    let budget = RetryBudget(capacity: 30, transientCost: 14)
    let client = NetworkClient.testing { $0.budget = budget }.with(.hastyBackoff())
    var request = request
    request.deadline = .seconds(4)
    let error = try await client.failure(of: request)
    #expect(error.attempts.records.last?.reason == "the deadline comes before the next attempt")
    #expect(budget.tokens == 30)
  }
}
