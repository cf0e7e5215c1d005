import NetwatchTestSupport
import Testing

@testable import NetwatchService

@Suite struct PageLinkTests {
  /// The path of a new link, and the cookie that it sets.
  private func path(_ service: APIFixture) async throws -> String {
    let answer = try await service.ask("POST", "/v1/page-links")
    #expect(answer.status == 201)
    let url = try #require(try answer.json["url"]?.text)
    let origin = "http://127.0.0.1:\(service.port)"
    try #require(url.hasPrefix("\(origin)/login?code="))
    return String(url.dropFirst(origin.count))
  }

  private func cookie(_ service: APIFixture) async throws -> String {
    let answer = try await service.askTCP("GET", path(service))
    #expect(answer.status == 303)
    #expect(answer.field("Location") == "/")
    let field = try #require(answer.field("Set-Cookie"))
    #expect(field.hasSuffix("; Path=/; Max-Age=43200; HttpOnly; SameSite=Strict"))
    return String(field.prefix { $0 != ";" })
  }

  @Test func `A link lets a browser in once`() async throws {
    try await APIFixture.serving { service in
      let path = try await path(service)
      #expect(try await service.askTCP("HEAD", path).status == 405)
      #expect(try await service.askTCP("GET", path).status == 303)
      let again = try await service.askTCP("GET", path)
      #expect(again.status == 403)
      #expect(again.field("Set-Cookie") == nil)
    }
  }

  @Test func `With the cookie a browser sees the page, as who asked for the link`() async throws {
    try await APIFixture.serving { service in
      let cookie = try await cookie(service)
      let page = try await service.askTCP("GET", "/", [("Cookie", "a=b; \(cookie); c=d")])
      #expect(page.status == 200)
      #expect(page.field("Content-Type")?.hasPrefix("text/html") == true)
      let policy = page.field("Content-Security-Policy") ?? ""
      #expect(policy.contains("default-src 'none'"))
      #expect(!policy.contains("unsafe"))
      let state = try await service.askTCP("GET", "/v1/state", [("Cookie", cookie)])
      #expect(state.status == 200)
    }
  }

  @Test func `With a cookie nothing is changed without the page's own Origin`() async throws {
    try await APIFixture.serving { service in
      let cookie: APIFixture.Field = ("Cookie", try await cookie(service))
      let json: APIFixture.Field = ("Content-Type", "application/json")
      let bare = try await service.askTCP("POST", "/v1/jobs", [cookie, json], httpJob())
      #expect(bare.status == 403)
      let origin: APIFixture.Field = ("Origin", "http://127.0.0.1:\(service.port)")
      let own = try await service.askTCP("POST", "/v1/jobs", [cookie, json, origin], httpJob())
      #expect(own.status == 201)
    }
  }

  @Test(arguments: ["netwatch_session=", "netwatch_session=0", "other=x", "netwatch_sessionx=1"])
  func `Other cookies let nobody in`(cookie: String) async throws {
    try await APIFixture.serving { service in
      _ = try await self.cookie(service)
      #expect(try await service.askTCP("GET", "/v1/state", [("Cookie", cookie)]).status == 401)
    }
  }

  @Test func `Links are not made over TCP, nor where there is no port`() async throws {
    try await APIFixture.serving { service in
      let bearer: APIFixture.Field = ("Authorization", "Bearer \(APIFixture.token)")
      let link = try await service.askTCP("POST", "/v1/page-links", [bearer])
      #expect(link.status == 403)
      #expect(try await service.ask("GET", "/login?code=x").status == 404)
    }
    try await APIFixture.serving(hasPort: false) { service in
      let link = try await service.ask("POST", "/v1/page-links")
      #expect(link.status == 409)
    }
  }
}
