import NetwatchCore
import NetwatchHTTP
import NetwatchTestSupport
import Testing

/// What is sent again after a failure, and what is not: the server counts.
@Suite(.timeLimit(.minutes(1)))
struct RepetitionTests {
  private let server: ScriptedServer

  init() throws {
    server = try ScriptedServer()
  }

  private func request(_ method: HTTPMethod, key: String? = nil) -> NetworkRequest {
    var request = NetworkRequest(method: method, url: "\(server.origin)/order")
    if [.post, .patch, .put].contains(method) { request.body = .bytes(Array("order".utf8)) }
    request.idempotencyKey = key
    return request
  }

  @Test(
    "A kept connection that dies is replaced once, where repeating is safe",
    arguments: [HTTPMethod.get, .head, .put, .delete, .post, .patch],
    [false, true]
  )
  func deadConnection(_ method: HTTPMethod, isChained: Bool) async throws {
    let plain = NetworkClient.testing()
    let client = isChained ? plain.with(.hastyBackoff()) : plain
    server.enqueue(.http(), [.readRequest, .close])
    _ = try await client.send(request(.get))
    let isRepeated = method.isIdempotent
    if isRepeated {
      #expect(try await client.send(request(method)).status == 200)
    } else {
      let error = try await client.failure(of: request(method))
      #expect(error.networkErrorType == .connectionLost, "\(error)")
      #expect(error.attempts.count == 1)
    }
    #expect(
      server.requests.count { $0.method == method.rawValue && $0.connection <= 2 }
        == (method == .get ? 3 : isRepeated ? 2 : 1)
    )
    #expect(server.requestCount == (isRepeated ? 3 : 2))
  }

  @Test func `a POST with a key is repeated once, with the same key`() async throws {
    let client = NetworkClient.testing()
    server.enqueue(.http(), [.readRequest, .close])
    _ = try await client.send(request(.get))
    #expect(try await client.send(request(.post, key: "k1")).status == 200)
    #expect(server.requests.map { $0.header("Idempotency-Key") } == [nil, "\"k1\"", "\"k1\""])
    #expect(server.requests.dropFirst().map(\.body) == ["order", "order"])
  }

  @Test func `a key stays the same over all attempts of the chain`() async throws {
    server.script = .http(status: 500)
    let client = NetworkClient.testing().with(.hastyBackoff())
    _ = try await client.failure(of: request(.post, key: "k1"))
    #expect(server.requests.map { $0.header("Idempotency-Key") } == ["\"k1\"", "\"k1\"", "\"k1\""])
  }

  @Test(
    "A refused connection can be tried again with every method",
    arguments: [HTTPMethod.get, .head, .put, .delete, .post, .patch]
  )
  func refused(_ method: HTTPMethod) async throws {
    server.stop()
    let client = NetworkClient.testing().with(.hastyBackoff())
    let error = try await client.failure(of: request(method))
    #expect(error.networkErrorType == .refused)
    #expect(error.nothingReachedServer)
    #expect(error.attempts.count == 3)
    #expect(server.requestCount == 0)
  }

  @Test(
    "A POST is repeated where the server says that it did nothing",
    arguments: [
      (503, nil, 1), (503, "0", 3), (429, nil, 3), (429, "0", 3), (500, "0", 1), (504, nil, 1),
    ] as [(Int, String?, Int)]
  )
  func refusal(status: Int, retryAfter: String?, requests: Int) async throws {
    let headers: KeyValuePairs<String, String> = retryAfter.map { ["Retry-After": $0] } ?? [:]
    server.script = .http(status: status, headers: headers)
    let client = NetworkClient.testing().with(.hastyBackoff())
    let error = try await client.failure(of: request(.post))
    #expect(error.networkErrorType == .status(status))
    #expect(server.requestCount == requests, "\(error)")
  }

  @Test(
    "The caller's word on safety holds",
    arguments: [
      (RetrySafety.always, HTTPMethod.post, 3), (.never, .get, 1), (.automatic, .get, 3),
      (.automatic, .post, 1),
    ]
  )
  func safety(_ safety: RetrySafety, _ method: HTTPMethod, requests: Int) async throws {
    server.script = .http(status: 500)
    var request = request(method)
    request.retrySafety = safety
    _ = try await NetworkClient.testing().with(.hastyBackoff()).failure(of: request)
    #expect(server.requestCount == requests)
  }

  @Test func `a key whose first request is still worked on is tried again, and a used one is not`()
    async throws
  {
    let client = NetworkClient.testing().with(.hastyBackoff())
    server.script = .http(status: 409)
    _ = try await client.failure(of: request(.post, key: "k1"))
    #expect(server.requestCount == 3)
    server.script = .http(status: 422)
    _ = try await client.failure(of: request(.post, key: "k2"))
    #expect(server.requestCount == 4)
    server.script = .http(status: 409)
    _ = try await client.failure(of: request(.post))
    #expect(server.requestCount == 5)
  }

  @Test func `a date in Retry-After is measured by the server's clock, which is years behind`()
    async throws
  {
    let headers: KeyValuePairs = [
      "Date": "Wed, 18 Sep 2019 05:33:59 GMT", "Retry-After": "Wed, 18 Sep 2019 05:34:00 GMT",
    ]
    server.enqueue(.http(status: 429, headers: headers))
    let start = ContinuousClock.now
    let client = NetworkClient.testing().with(.hastyBackoff())
    #expect(try await client.send(request(.get)).attempts == 2)
    #expect(ContinuousClock.now - start >= .seconds(1))
    #expect(ContinuousClock.now - start < .seconds(10))
  }

  @Test func `one that is too far away ends the request at once`() async throws {
    server.script = .http(
      status: 429,
      headers: [
        "Date": "Wed, 18 Sep 2019 05:33:23 GMT", "Retry-After": "Wed, 18 Sep 2019 05:34:00 GMT",
      ]
    )
    let error = try await NetworkClient.testing().with(.hastyBackoff()).failure(of: request(.get))
    #expect(error.retryAfter == .seconds(37))
    #expect(server.requestCount == 1)
  }
}
