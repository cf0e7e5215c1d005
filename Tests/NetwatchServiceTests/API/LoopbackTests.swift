import NetwatchCore
import NetwatchTestSupport
import Testing

@testable import NetwatchService

@Suite struct LoopbackTests {
  private static let bearer: APIFixture.Field = ("Authorization", "Bearer \(APIFixture.token)")

  @Test func `Over TCP nothing but the health is told without a token`() async throws {
    try await APIFixture.serving { service in
      let paths = [
        "/", "/v1/state", "/v1/jobs", "/v1/jobs/1", "/v1/events", "/v1/history", "/metrics",
        "/v1/openapi.json", "/nothing",
      ]
      for path in paths {
        let answer = try await service.askTCP("GET", path)
        #expect(answer.status == 401, "\(path)")
        #expect(answer.field("WWW-Authenticate") == "Bearer")
      }
      #expect(try await service.askTCP("GET", "/healthz").status == 200)
      #expect(try await service.askTCP("GET", "/v1/state", [Self.bearer]).status == 200)
    }
  }

  @Test func `Nobody has a body taken who is not let in by the head`() async throws {
    try await APIFixture.serving { service in
      let client = try TestClient.tcp(service.port)
      try await client.send(
        "POST /v1/jobs HTTP/1.1\r\nHost: evil.example\r\nContent-Length: 8000000\r\n\r\n"
      )
      let answer = try await client.answer()
      #expect(answer.hasPrefix("HTTP/1.1 421 "), "\(answer)")
    }
  }

  @Test(arguments: [
    "Bearer", "Bearer ", "Bearer x", "Bearer \(APIFixture.token)x", "Bearer  \(APIFixture.token)",
    "Bearer \(APIFixture.token.dropLast())", "Basic \(APIFixture.token)", APIFixture.token,
    "Bearer \(APIFixture.token.uppercased())",
  ])
  func `What is not quite the token is not the token`(shown: String) async throws {
    try await APIFixture.serving { service in
      let answer = try await service.askTCP("GET", "/v1/state", [("Authorization", shown)])
      #expect(answer.status == 401)
      let twice = [Self.bearer, ("Authorization", shown)]
      #expect(try await service.askTCP("GET", "/v1/state", twice).status == 401)
    }
  }

  @Test func `The scheme of the token is read in any case`() async throws {
    try await APIFixture.serving { service in
      let fields = [("Authorization", "bearer \(APIFixture.token)")]
      let answer = try await service.askTCP("GET", "/v1/state", fields)
      #expect(answer.status == 200)
    }
  }

  @Test(arguments: [
    ("127.0.0.1:PORT", 200), ("localhost:PORT", 200), ("LOCALHOST:PORT", 200), ("[::1]:PORT", 200),
    ("127.0.0.1", 421), ("127.0.0.1:1", 421), ("127.0.0.1:PORT0", 421), ("evil.example:PORT", 421),
    ("evil.example", 421), ("127.0.0.1.evil.example:PORT", 421), ("127.0.0.2:PORT", 421),
    ("x@127.0.0.1:PORT", 421), ("netwatch-0123456789abcdef0123456789abcdef.localhost:PORT", 200),
    ("netwatch-0123456789abcdef0123456789abcdef.localhost", 421),
    ("netwatch-0123456789abcdef0123456789abcdeg.localhost:PORT", 421),
    ("netwatch-0123456789abcdef.localhost:PORT", 421), ("evil.localhost:PORT", 421),
  ])
  func `Only the names of this host's own loopback are served`(
    host: String,
    status: Int
  ) async throws {
    try await APIFixture.serving { service in
      let host: APIFixture.Field = ("Host", host.replacing("PORT", with: "\(service.port)"))
      for path in ["/v1/state", "/healthz"] {
        let answer = try await service.askTCP("GET", path, [host, Self.bearer])
        #expect(answer.status == status)
      }
      let bare = try await service.askTCP("GET", "/v1/state", [host])
      #expect(bare.status == (status == 200 ? 401 : status))
    }
  }

  @Test(arguments: [
    ("Origin", "http://127.0.0.1:PORT", 200), ("Origin", "http://localhost:PORT", 403),
    ("Origin", "https://127.0.0.1:PORT", 403), ("Origin", "http://evil.example", 403),
    ("Origin", "null", 403), ("Origin", "http://127.0.0.1:PORT.evil.example", 403),
    ("Sec-Fetch-Site", "same-origin", 200), ("Sec-Fetch-Site", "none", 200),
    ("Sec-Fetch-Site", "cross-site", 403), ("Sec-Fetch-Site", "same-site", 403),
    ("Sec-Fetch-Site", "", 403),
  ])
  func `Pages of other origins are refused, whatever they show`(
    name: String,
    value: String,
    status: Int
  ) async throws {
    try await APIFixture.serving { service in
      let field = (name, value.replacing("PORT", with: "\(service.port)"))
      let answer = try await service.askTCP("GET", "/v1/state", [field, Self.bearer])
      #expect(answer.status == status)
      #expect(answer.field("Access-Control-Allow-Origin") == nil)
      let json: APIFixture.Field = ("Content-Type", "application/json")
      let post = try await service.askTCP(
        "POST",
        "/v1/jobs",
        [field, Self.bearer, json],
        httpJob()
      )
      #expect(post.status == (status == 200 ? 201 : status))
    }
  }

  @Test func `A preflight of a browser is told nothing`() async throws {
    try await APIFixture.serving { service in
      let fields = [
        ("Origin", "http://evil.example"), ("Access-Control-Request-Method", "POST"),
        ("Access-Control-Request-Headers", "content-type"),
      ]
      let answer = try await service.askTCP("OPTIONS", "/v1/jobs", fields)
      #expect(answer.status == 403)
      #expect(!answer.head.lowercased().contains("access-control"))
    }
  }

  @Test func `The token's bearer owns what they submit, and sees everything`() async throws {
    try await APIFixture.serving { service in
      let json: APIFixture.Field = ("Content-Type", "application/json")
      let own = try await service.askTCP("POST", "/v1/jobs", [Self.bearer, json], httpJob())
      #expect(own.status == 201)
      let others = try #require(try await service.submit(httpJob()).json["id"]?.number)
      let shown = try await service.askTCP("GET", "/v1/jobs/\(others)", [Self.bearer])
      #expect(shown.status == 200)
      #expect(service.log.entries.first { $0.message == "submitted" }?.metadata["owner"] == "token")
    }
  }

  @Test func `Who is not let in is warned of once, however often they try`() async throws {
    try await APIFixture.serving { service in
      let nothing = try await service.askTCP("GET", "/nothing", [Self.bearer])
      #expect(nothing.status == 404)
      #expect(service.log.entries.allSatisfy { $0.level != .warning })
      for _ in 0..<5 {
        let refused = try await service.askTCP("GET", "/v1/state")
        #expect(refused.status == 401)
      }
      let warnings = service.log.entries.filter { $0.level == .warning }
      #expect(warnings.count == 1)
      #expect(warnings.first?.metadata["status"] == "401")
      #expect(warnings.first?.metadata["over"] == "tcp")
    }
  }

  @Test func `No token is ever told, and none is logged`() async throws {
    try await APIFixture.serving { service in
      var texts: [String] = []
      for path in ["/", "/v1/state", "/metrics", "/v1/jobs", "/nothing"] {
        texts.append(try await service.askTCP("GET", path, [Self.bearer]).text)
        texts.append(
          try await service.askTCP("GET", path, [("Authorization", "Bearer guess")]).text
        )
      }
      texts.append(service.log.text)
      #expect(!texts.contains { $0.contains(APIFixture.token) || $0.contains("guess") })
    }
  }
}
