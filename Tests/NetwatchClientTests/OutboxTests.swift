import NetwatchClient
import NetwatchCore
import NetwatchHTTPServer
import NetwatchTestSupport
import Testing

@Suite struct OutboxTests {
  private let job = NewServiceJob.http("POST", "https://api.example/a")
  private let accepted = #"{"id":5,"idempotencyKey":"k","duplicate":false}"#

  @Test func `A job is submitted under a key of its own`() async throws {
    try await FakeService.answering(status: 201, accepted) { service in
      let submitted = try await service.client.submit(job)
      #expect(submitted.id == 5)
      #expect(!submitted.duplicate)
      try await service.client.submit(job)
      let request = try #require(service.requests.first)
      #expect(request.method == "POST")
      #expect(request.path == "/v1/jobs")
      #expect(request.headers["Content-Type"] == "application/json")
      let keys = service.requests.compactMap { $0.headers["Idempotency-Key"] }
      #expect(Set(keys).count == 2)
    }
  }

  @Test func `A submission whose answer is lost is repeated under the same key`() async throws {
    let script: ScriptedServer.Script = .http(status: 201, body: accepted)
    let server = try ScriptedServer(script: script)
    server.enqueue([.readRequest, .reset])
    let client = ServiceClient(server)
    #expect(try await client.submit(job).id == 5)
    let keys = server.requests.map { $0.header("Idempotency-Key") }
    #expect(keys.count == 2)
    #expect(keys[0] != nil && keys[0] == keys[1])
    #expect(server.requests[0].body == server.requests[1].body)
  }

  @Test func `A submission with a unique key is not repeated, as its job may have ended by then`()
    async throws
  {
    var daily = job
    daily.uniqueKey = "daily"
    for jobs in [[daily], [daily, job]] {
      let server = try ScriptedServer(script: .http(status: 200, body: #"{"jobs":[]}"#))
      server.enqueue([.readRequest, .reset])
      let client = ServiceClient(server)
      await #expect(throws: ServiceError.self) { try await client.submit(jobs) }
      #expect(server.requests.map { $0.header("Idempotency-Key") } == [nil])
    }
  }

  @Test func `A list with a unique key is sent as it is`() async throws {
    var daily = job
    daily.uniqueKey = "daily"
    let answer = #"{"jobs":[{"id":1,"duplicate":false},{"id":2,"duplicate":true}]}"#
    try await FakeService.answering(status: 200, answer) { service in
      let ids = try await service.client.submit([daily, job]).map(\.id)
      #expect(ids == [1, 2])
      let request = try #require(service.requests.first)
      #expect(request.headers["Idempotency-Key"] == nil)
      let body = String(decoding: request.body, as: UTF8.self)
      #expect(body.hasPrefix("["))
      #expect(body.split(separator: #""uniqueKey":"#).count == 2)
    }
  }

  @Test func `Of no jobs nothing is asked`() async throws {
    #expect(try await ServiceClient(socket: "/nowhere").submit([NewServiceJob]()).isEmpty)
  }

  @Test func `The caller's own key is sent quoted`() async throws {
    try await FakeService.answering(status: 201, accepted) { service in
      try await service.client.submit(job, idempotencyKey: #"a "b""#)
      #expect(service.requests.map { $0.headers["Idempotency-Key"] } == [#""a \"b\"""#])
    }
  }

  @Test func `A quota is told with the wait that the service asks for`() async throws {
    let service = try FakeService { _, _ in
      ServerResponse(
        status: 429,
        headers: (try? [ServerHeader("Retry-After", "60")]) ?? [],
        body: .bytes(Array(#"{"detail":"you have 10,000 jobs"}"#.utf8))
      )
    }
    try await service.run {
      let error = try await #require(throws: ServiceError.self) {
        try await service.client.submit(job)
      }
      #expect(error.status == 429)
      #expect(error.retryAfter == .seconds(60))
      #expect(service.requests.count == 1)
    }
  }

  @Test func `Jobs are read page by page, as they are wanted`() async throws {
    let service = try FakeService { request, _ in
      let after = Int(request.query.first { $0.name == "after" }?.value ?? "0") ?? 0
      let jobs = ((after + 1)...(after + 2)).map { Samples.job($0) }.joined(separator: ",")
      return .json(after < 4 ? #"{"jobs":[\#(jobs)],"next":\#(after + 2)}"# : #"{"jobs":[]}"#)
    }
    try await service.run {
      var query = ServiceJobQuery()
      query.states = [.dead, "parked"]
      query.destination = "https://api.example:443"
      query.owner = "1000"
      query.pageSize = 2
      var ids: [Int64] = []
      for try await job in service.client.jobs(matching: query) { ids.append(job.id) }
      #expect(ids == [1, 2, 3, 4])
      #expect(
        service.requests.last?.query.map { "\($0.name)=\($0.value)" } == [
          "state=dead", "state=parked", "destination=https://api.example:443", "owner=1000",
          "after=4", "limit=2",
        ]
      )
      for try await _ in service.client.jobs() { break }
      #expect(service.requests.count == 4)
    }
  }

  @Test func `A service that names the same page for ever is asked once`() async throws {
    try await FakeService.answering(#"{"jobs":[],"next":0}"#) { service in
      var query = ServiceJobQuery()
      query.after = 3
      for try await _ in service.client.jobs(matching: query) {}
      #expect(service.requests.count == 1)
    }
  }

  @Test func `Jobs are called off and tried again by number`() async throws {
    try await FakeService.answering(#"{"id":5,"state":"cancelled"}"#) { service in
      try await service.client.cancel(5)
      try await service.client.retry(6)
      #expect(
        service.requests.map { "\($0.method) \($0.path)" } == [
          "DELETE /v1/jobs/5", "POST /v1/jobs/6/retry",
        ]
      )
    }
  }

  @Test func `Calling a job off whose first answer was lost succeeds`() async throws {
    let details = Samples.job(5, state: "cancelled")
    let server = try ScriptedServer(script: .http(body: details))
    server.enqueue([.readRequest, .reset], .http(status: 409, body: "{}", keepsAlive: false))
    let client = ServiceClient(server)
    try await client.cancel(5)
    #expect(server.requests.map(\.method) == ["DELETE", "DELETE", "GET"])
  }

  @Test func `Calling a finished job off is refused`() async throws {
    try await FakeService.answering(status: 409, #"{"detail":"job 5 has ended"}"#) { service in
      let error = try await #require(throws: ServiceError.self) {
        try await service.client.cancel(5)
      }
      #expect(error.status == 409)
      #expect(service.requests.count == 1)
    }
  }
}
