import NetwatchCore
import NetwatchHTTP
import NetwatchJobs
import NetwatchSystemd
import NetwatchTestSupport
import Testing

@testable import NetwatchService

/// Jobs of the kind `http`, sent to real servers.
@Suite(.timeLimit(.minutes(1)))
struct HTTPJobTests {
  private let server: ScriptedServer

  init() throws {
    server = try ScriptedServer()
  }

  @Test func `a request arrives as it was submitted, with the job's own key`() async throws {
    let job = try await JobRuns().send(
      "\(server.origin)/path?a=b",
      #","method":"POST","headers":{"Content-Type":"text/plain","X-A":"1"},"body":"text""#
    )
    #expect(job.state == .succeeded)
    let request = try #require(server.requests.first)
    #expect(request.line == "POST /path?a=b HTTP/1.1")
    #expect(request.body == "text")
    #expect(request.header("Content-Type") == "text/plain")
    #expect(request.header("X-A") == "1")
    #expect(request.header("Idempotency-Key") == "\"\(job.idempotencyKey)\"")
    #expect(request.header("Cookie") == nil)
  }

  @Test func `a POST is tried again under the same key`() async throws {
    server.enqueue(.http(status: 503), .http(status: 500), .http(status: 409), .http())
    let job = try await JobRuns(attempts: 4).send(server.origin, #","method":"POST""#)
    #expect(job.state == .succeeded)
    #expect(Set(server.requests.map { $0.header("Idempotency-Key") }).count == 1)
    #expect(job.failures.map { $0.prefix(8) } == ["HTTP 503", "HTTP 500", "HTTP 409"])
  }

  @Test(
    "Where trying again cannot help, or must not, it is tried once",
    arguments: [
      ("", 404, "HTTP 404"), ("", 422, "was used for another request"),
      (#","retrySafety":"never""#, 503, "never to be repeated"),
    ]
  )
  func once(more: String, status: Int, reason: String) async throws {
    server.script = .http(status: status)
    let job = try await JobRuns(attempts: 3).send(server.origin, more)
    #expect(job.state == .dead)
    #expect(job.reason?.contains(reason) == true)
    #expect(server.requestCount == 1)
  }

  @Test func `other statuses can count as success`() async throws {
    server.script = .http(status: 404)
    let job = try await JobRuns().send(server.origin, #","acceptedStatuses":[200,404]"#)
    #expect(job.state == .succeeded)
  }

  @Test func `the server's wait is kept`() async throws {
    server.enqueue(.http(status: 429, headers: ["Retry-After": "1"]), .http())
    let start = ContinuousClock.now
    let job = try await JobRuns().send(server.origin)
    #expect(job.state == .succeeded)
    #expect(ContinuousClock.now - start >= .seconds(1))
  }

  @Test func `of a long answer the beginning is read, and it is a success`() async throws {
    server.script = [
      .readRequest, .send("HTTP/1.1 200 OK\r\nContent-Length: 1000000000\r\n\r\n"),
      .sendForever(String(repeating: "x", count: 65_536)),
    ]
    let job = try await JobRuns().send(server.origin)
    #expect(job.state == .succeeded)
    try await eventually(within: .seconds(5)) { server.openConnectionCount == 0 }
  }

  @Test func `an attempt takes no longer than the job, or the configuration, allows`() async throws
  {
    server.script = [.readRequest, .hang]
    let start = ContinuousClock.now
    let short = try await JobRuns().send(server.origin, #","timeout":"200ms""#)
    #expect(short.failures.first?.hasPrefix("timed out") == true)
    let strict = try await JobRuns { $0.http.timeout = .milliseconds(200) }.send(server.origin)
    #expect(strict.failures.first?.hasPrefix("timed out") == true)
    #expect(ContinuousClock.now - start < .seconds(5))
  }

  @Test func `nothing of a query, a field or a body is told of a failure`() async throws {
    let secret = "?token=hidden"
    let scripts: [ScriptedServer.Script] = [
      .http(status: 500, headers: ["X-Echo": "hidden"], body: "hidden"),
      .http(status: 302, headers: ["Location": "/again\(secret)"]),
      .http(status: 302, headers: ["Location": "ftp://a.example/\(secret)"]),
      .http(status: 302, headers: ["Location": "http://u:hidden@a.example/\(secret)"]),
      [.readRequest, .close], [.readRequest, .send("hidden\r\n\r\n"), .close],
    ]
    for script in scripts {
      server.script = script
      let job = try await JobRuns().send(
        "\(server.origin)/\(secret)",
        #","method":"POST","headers":{"X":"hidden"},"body":"hidden""#
      )
      #expect(job.state == .dead)
      #expect(!job.told.contains("hidden"), "\(job.told)")
    }
  }
}

/// What a request carries that stands in no job.
@Suite(.timeLimit(.minutes(1)))
struct HTTPJobCredentialTests {
  private let server: ScriptedServer
  private let folder: TemporaryFolder

  init() throws {
    server = try ScriptedServer()
    folder = try TemporaryFolder()
  }

  private func runs(attempts: Int = 2) -> JobRuns {
    JobRuns(attempts: attempts, credentials: Credentials(directory: folder.path)) {
      $0.http.headers[server.origin] = [
        "Authorization": .credential("token"), "X-Plain": .text("configured"),
      ]
    }
  }

  @Test func `the configured fields of an origin are added`() async throws {
    try folder.write("Bearer hidden\n", to: "token")
    let job = try await runs().send(server.origin, #","headers":{"X-Key":"@credential:token"}"#)
    #expect(job.state == .succeeded)
    let request = try #require(server.requests.first)
    #expect(request.header("Authorization") == "Bearer hidden")
    #expect(request.header("X-Key") == "Bearer hidden")
    #expect(request.header("X-Plain") == "configured")
    #expect(!String(decoding: job.payload, as: UTF8.self).contains("hidden"))
  }

  @Test func `a credential that is missing is waited for`() async throws {
    let runs = runs(attempts: 1000)
    let receipts = try await runs.scheduler.submit(
      runs.kinds.jobs(#"{"kind":"http","http":{"url":"\#(server.origin)"}}"#)
    )
    let id = try #require(receipts.first).id
    let job = try await runs.running {
      try await eventually(within: .seconds(10)) {
        try await runs.scheduler.job(id)?.failures.isEmpty == false
      }
      #expect(server.connectionCount == 0)
      try folder.write("here\n", to: "token")
      return try await runs.end(of: id)
    }
    #expect(job.state == .succeeded)
    #expect(job.failures.first?.contains("no credential token") == true)
    #expect(server.requests.first?.header("Authorization") == "here")
  }

  @Test func `a credential that would begin another field is not sent`() async throws {
    try folder.write("hidden\r\nX-Other: hidden", to: "token")
    let job = try await runs().send(server.origin)
    #expect(job.state == .dead)
    #expect(!job.told.contains("hidden"))
    #expect(server.connectionCount == 0)
  }

  @Test func `another origin gets none of it`() async throws {
    try folder.write("hidden", to: "token")
    let other = try ScriptedServer()
    server.script = .http(status: 307, headers: ["Location": "\(other.origin)/elsewhere"])
    let job = try await runs().send(
      server.origin,
      #"""
      ,"method":"POST","body":"text","headers":{"X-Key":"@credential:token","Cookie":"a=hidden",\#
      "X-Own":"hidden","Accept":"text/plain","Accept-Language":"@credential:token",\#
      "Content-Type":"text/a","User-Agent":"b"}
      """#
    )
    #expect(job.state == .succeeded)
    let arrived = try #require(other.requests.first)
    #expect(!arrived.head.contains("hidden"))
    #expect(arrived.header("X-Plain") == nil)
    #expect(arrived.header("Accept") == "text/plain")
    #expect(arrived.header("Content-Type") == "text/a")
    #expect(arrived.header("User-Agent") == "b")
  }

  @Test func `a credential that is no longer configured for an origin stays here`() async throws {
    try folder.write("hidden", to: "token")
    let runs = runs()
    let body =
      #"{"kind":"http","http":{"url":"\#(server.origin)","headers":{"X":"@credential:token"}}}"#
    let receipts = try await runs.scheduler.submit(runs.kinds.jobs(body))
    var changed = ServiceConfiguration()
    changed.http.allowsLoopback = true
    runs.kinds.update(changed)
    let id = try #require(receipts.first).id
    let job = try await runs.running { try await runs.end(of: id) }
    #expect(job.state == .dead)
    #expect(server.connectionCount == 0)
  }
}
