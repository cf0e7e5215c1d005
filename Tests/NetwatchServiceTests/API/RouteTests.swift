import NetwatchTestSupport
import Testing

@testable import NetwatchService

@Suite struct RouteTests {
  @Test(arguments: [
    ("GET", "/v1/state", 200), ("HEAD", "/v1/state", 200), ("POST", "/v1/state", 405),
    ("GET", "/v1/state?include=links", 200), ("GET", "/v1/state?include=routes", 400),
    ("GET", "/v1/state?includes=links", 400), ("GET", "/v1/state/", 404),
    ("GET", "/v1/jobs", 200), ("PUT", "/v1/jobs", 405), ("DELETE", "/v1/jobs", 405),
    ("OPTIONS", "/v1/jobs", 405), ("TRACE", "/v1/jobs", 405),
    ("GET", "/v1/jobs/1", 404), ("GET", "/v1/jobs/0", 404), ("GET", "/v1/jobs/-1", 404),
    ("GET", "/v1/jobs/01", 404), ("GET", "/v1/jobs/9223372036854775807", 404),
    ("GET", "/v1/jobs/9223372036854775808", 404), ("GET", "/v1/jobs/1/retry", 405),
    ("POST", "/v1/jobs/1/retry", 404), ("DELETE", "/v1/jobs/1", 404), ("POST", "/v1/jobs/1", 405),
    ("GET", "/v1/jobs?state=ready&state=dead&state=parked", 200),
    ("GET", "/v1/jobs?state=done", 400), ("GET", "/v1/jobs?limit=0", 400),
    ("GET", "/v1/jobs?limit=1001", 400), ("GET", "/v1/jobs?limit=x", 400),
    ("GET", "/v1/jobs?after=-1", 400), ("GET", "/v1/jobs?kind=a&kind=b", 400),
    ("GET", "/v1/jobs?sort=id", 400), ("GET", "/v1", 404), ("GET", "/v2/jobs", 404),
    ("GET", "/v1/history", 200), ("GET", "/v1/history?since=7d", 200),
    ("GET", "/v1/history?since=2026-01-01T00:00:00Z&until=2026-01-02T00:00:00%2B01:00", 200),
    ("GET", "/v1/history?since=2026-01-02T00:00:00Z&until=2026-01-01T00:00:00Z", 400),
    ("GET", "/v1/history?since=soon", 400), ("GET", "/v1/history?since=-1d", 400),
    ("GET", "/v1/history?from=7d", 400), ("POST", "/v1/history", 405),
    ("GET", "/metrics", 200), ("HEAD", "/metrics", 200), ("GET", "/healthz", 200),
    ("GET", "/v1/openapi.json", 200), ("POST", "/healthz", 405), ("HEAD", "/", 200),
    ("GET", "/etc/passwd", 404), ("GET", "/v1/../etc/passwd", 400),
    ("GET", "/v1/%2e%2e/%2e%2e/etc/passwd", 400), ("GET", "/..%2f..%2fetc%2fpasswd", 400),
    ("GET", "/v1/jobs/%0d%0aSet-Cookie:%20a=b", 400), ("GET", "//etc/passwd", 404),
  ])
  func `A path and a method have their answer`(
    method: String,
    target: String,
    status: Int
  ) async throws {
    try await APIFixture.serving { service in
      let answer = try await service.ask(method, target)
      #expect(answer.status == status)
      #expect(answer.field("Cache-Control") == (target == "/" ? "no-cache" : "no-store"))
      #expect(answer.field("X-Content-Type-Options") == "nosniff")
      #expect(answer.field("Access-Control-Allow-Origin") == nil)
      #expect(answer.field("Set-Cookie") == nil)
      if status == 405 { #expect(answer.field("Allow")?.isEmpty == false) }
      guard method != "HEAD" else { return #expect(answer.body.isEmpty) }
      guard status >= 400 else { return }
      #expect(answer.field("Content-Type") == "application/problem+json")
      #expect(try answer.json["status"]?.number == status)
      #expect(try answer.json["detail"]?.text?.isEmpty == false)
    }
  }

  @Test(arguments: [
    ("/v1/jobs", "GET, HEAD, POST"), ("/v1/jobs/1", "GET, HEAD, DELETE"),
    ("/v1/jobs/1/retry", "POST"), ("/v1/page-links", "POST"), ("/login", "GET"),
    ("/", "GET, HEAD"), ("/metrics", "GET, HEAD"),
  ])
  func `A method that a path does not take is answered with those that it does`(
    path: String,
    methods: String
  ) async throws {
    try await APIFixture.serving { service in
      let answer = try await service.ask("PUT", path)
      #expect(answer.status == 405)
      #expect(answer.field("Allow") == methods)
    }
  }

  @Test func `The state is what was published last, links included on demand`() async throws {
    try await APIFixture.serving { service in
      let body = try await service.ask("GET", "/v1/state").body
      #expect(body == String(decoding: StateSnapshot.sample.json, as: UTF8.self) + "\n")
      let bare = try await service.ask("GET", "/v1/state").json
      let json = try await service.ask("GET", "/v1/state?include=links").json
      #expect(json.names == bare.names + ["links"])
      #expect(json["links"]?.elements.first?["name"]?.text == "a\u{1B}b")
      #expect(try await !service.ask("GET", "/v1/state?include=links").text.contains("\u{1B}"))
    }
  }
}
