import NetwatchClient
import NetwatchCore
import NetwatchHTTPServer
import NetwatchTestSupport
import Testing

@Suite struct RequestTests {
  @Test func `The state is asked for over the socket, with its links where they are wanted`()
    async throws
  {
    try await FakeService.answering(Samples.state(7)) { service in
      let state = try await service.client.state()
      #expect(state.sequence == 7)
      _ = try await service.client.state(includingLinks: true)
      #expect(service.requests.map(\.path) == ["/v1/state", "/v1/state"])
      #expect(service.requests.map(\.query) == [[], [.init(name: "include", value: "links")]])
      #expect(service.requests.allSatisfy { $0.peer != nil && $0.headers["Host"] == "localhost" })
    }
  }

  @Test func `Over TCP the token goes with every request`() async throws {
    let server = try ScriptedServer(script: .http(body: Samples.state(1)))
    let client = ServiceClient(url: server.origin + "/", token: "secret")
    #expect(try await client.state().sequence == 1)
    #expect(server.requests.map { $0.header("Authorization") } == ["Bearer secret"])
    #expect(server.requests.map(\.target) == ["/v1/state"])
  }

  @Test func `Two sockets never share a connection`() async throws {
    try await FakeService.answering(Samples.state(1)) { one in
      try await FakeService.answering(Samples.state(2)) { other in
        for _ in 0..<3 {
          let states = try await [one.client.state(), other.client.state()]
          #expect(states.map(\.sequence) == [1, 2])
        }
      }
    }
  }

  @Test func `The history is asked for as durations and moments`() async throws {
    let answer = """
      {"from":"2026-11-28T00:00:00Z","to":"2026-11-29T00:00:00Z","knownSeconds":0,\
      "availableSeconds":0,"spans":[],"outages":[],"probes":[]}
      """
    try await FakeService.answering(answer) { service in
      let moment = try #require(ServiceTime("2026-11-28T00:00:00+01:00"))
      _ = try await service.client.history(since: .ago(.seconds(7 * 86_400)))
      _ = try await service.client.history(since: .at(moment), until: moment)
      let queries = service.requests.map { $0.query.map { "\($0.name)=\($0.value)" } }
      #expect(
        queries == [
          ["since=7d"],
          ["since=2026-11-28T00:00:00+01:00", "until=2026-11-28T00:00:00+01:00"],
        ]
      )
    }
  }

  @Test func `A link for the page is asked for once`() async throws {
    let answer = #"{"url":"http://127.0.0.1:80/login?code=x","expiresSeconds":60}"#
    try await FakeService.answering(status: 201, answer) { service in
      let link = try await service.client.pageLink()
      #expect(link.url == "http://127.0.0.1:80/login?code=x")
      #expect(service.requests.map(\.method) == ["POST"])
    }
  }

  @Test(arguments: [
    (404, #"{"title":"Not Found","status":404,"detail":"there is no job 5"}"#, "there is no job 5"),
    (404, #"{"title":"Not Found"}"#, "Not Found"),
    (404, "<html>", "the service answered with status 404"),
    (404, "", "the service answered with status 404"),
    (409, #"{"detail":7}"#, "the service answered with status 409"),
  ])
  func `A refusal carries the service's words`(
    _ status: Int,
    _ body: String,
    _ message: String
  ) async throws {
    try await FakeService.answering(status: status, body) { service in
      let error = try await #require(throws: ServiceError.self) { try await service.client.job(5) }
      #expect(error.kind == .refused)
      #expect(error.status == status)
      #expect(error.message == message)
    }
  }

  @Test func `The member that is not liked is named`() async throws {
    let body = #"{"status":400,"detail":"expected an absolute URL","field":"http.url"}"#
    try await FakeService.answering(status: 400, body) { service in
      let error = try await #require(throws: ServiceError.self) {
        try await service.client.submit(.http("GET", "x"))
      }
      #expect(error.field == "http.url")
      #expect("\(error)" == "http.url: expected an absolute URL")
    }
  }

  @Test(arguments: [
    "", "{", "[]", #"{"time":"yesterday"}"#, "null", "\u{0}",
    #"{"time":"2026-11-29T23:59:01Z","connectionAssumedAvailable":"yes"}"#,
  ])
  func `An answer that is no state is said to be none`(_ body: String) async throws {
    try await FakeService.answering(body) { service in
      let error = try await #require(throws: ServiceError.self) { try await service.client.state() }
      #expect(error.kind == .notUnderstood)
      #expect(error.message.hasPrefix("the answer of the socket \(service.path) cannot be read: "))
    }
  }
}
