import CLinux
import Glibc
import NetwatchCore
import NetwatchTestSupport
import Testing

@Suite struct JobRequestTests {
  @Test func `A job that is submitted is answered with where it is, and shown there`() async throws
  {
    try await APIFixture.serving { service in
      let answer = try await service.submit(httpJob(#"https://example.org/hook?key=secret"#))
      #expect(answer.status == 201)
      let json = try answer.json
      #expect(json["duplicate"]?.boolean == false)
      let id = try #require(json["id"]?.number)
      #expect(answer.field("Location") == "/v1/jobs/\(id)")

      let shown = try await service.ask("GET", "/v1/jobs/\(id)").json
      #expect(shown["id"]?.number == id)
      #expect(shown["kind"]?.text == "http")
      #expect(shown["state"]?.text == "ready")
      #expect(shown["destination"]?.text == "https://example.org:443")
      #expect(shown["idempotencyKey"]?.text == json["idempotencyKey"]?.text)
      #expect(shown["http"]?["bodyBytes"]?.number == 5)
      #expect(shown["why"]?.text?.isEmpty == false)
      #expect(shown["attempts"]?.elements.isEmpty == true)
    }
  }

  @Test func `A list is taken whole or not at all`() async throws {
    try await APIFixture.serving { service in
      let bad = try await service.submit("[\(httpJob()),\(httpJob("nowhere"))]")
      #expect(bad.status == 400)
      #expect(try bad.json["field"]?.text == "[1].http.url")
      #expect(try await service.ask("GET", "/v1/jobs").json["jobs"]?.elements.count == 0)

      let good = try await service.submit("[\(httpJob()),\(httpJob())]")
      #expect(good.status == 201)
      #expect(try good.json["jobs"]?.elements.count == 2)
      #expect(try await service.ask("GET", "/v1/jobs").json["jobs"]?.elements.count == 2)
    }
  }

  @Test(arguments: [
    ("text/plain", 415), ("", 415), ("application/x-www-form-urlencoded", 415),
    ("multipart/form-data; boundary=x", 415), ("application/jsonp", 415),
    ("application/json", 201), ("Application/JSON; charset=utf-8", 201),
  ])
  func `Only what is said to be JSON is read`(type: String, status: Int) async throws {
    try await APIFixture.serving { service in
      let fields = type.isEmpty ? [] : [("Content-Type", type)]
      let answer = try await service.ask("POST", "/v1/jobs", fields, httpJob())
      #expect(answer.status == status)
    }
  }

  @Test func `A list goes on where its last part ended`() async throws {
    try await APIFixture.serving { service in
      _ = try await service.submit("[\((0..<7).map { _ in httpJob() }.joined(separator: ","))]")
      var (seen, after): ([Int], Int?) = ([], nil)
      repeat {
        let page = try await service.ask("GET", "/v1/jobs?limit=3&after=\(after ?? 0)").json
        seen += page["jobs"]?.elements.compactMap { $0["id"]?.number } ?? []
        after = page["next"]?.number
      } while after != nil
      #expect(seen.count == 7)
      #expect(seen == seen.sorted())
      #expect(Set(seen).count == 7)
    }
  }

  @Test func `A job is cancelled once, retried, and cancelled again`() async throws {
    try await APIFixture.serving { service in
      let id = try #require(try await service.submit(httpJob()).json["id"]?.number)
      let steps = [
        ("DELETE", "", 200, "cancelled"), ("DELETE", "", 409, nil),
        ("POST", "/retry", 200, "ready"),
        ("POST", "/retry", 409, nil), ("DELETE", "", 200, "cancelled"),
      ]
      for (method, path, status, state) in steps {
        let answer = try await service.ask(method, "/v1/jobs/\(id)\(path)")
        #expect(answer.status == status)
        #expect(try answer.json["state"]?.text == state)
      }
    }
  }

  @Test func `Who changed a job is noted, and nothing of what they sent`() async throws {
    try await APIFixture.serving { service in
      let body = httpJob("https://example.org/?q=hidden-query", body: "hidden-body")
      let id = try #require(try await service.submit(body).json["id"]?.number)
      _ = try await service.ask("DELETE", "/v1/jobs/\(id)")
      _ = try await service.ask("POST", "/v1/jobs/\(id)/retry")
      let entries = service.log.entries.filter { $0.metadata["job"] == "\(id)" }
      #expect(entries.map(\.message) == ["submitted", "cancelled", "retried"])
      #expect(entries.allSatisfy { $0.level == .info })
      #expect(entries.allSatisfy { $0.metadata["pid"] == "\(getpid())" })
      #expect(entries.allSatisfy { $0.metadata["uid"] == "\(geteuid())" })
      #expect(!service.log.text.contains("hidden"))
    }
  }
}
