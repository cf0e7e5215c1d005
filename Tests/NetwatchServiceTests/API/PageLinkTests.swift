import NetwatchTestSupport
import Testing

@testable import NetwatchService

@Suite struct PageLinkTests {
  /// Where a link leads: the field Host of a browser that follows it, and the path.
  private struct Link {
    let host: APIFixture.Field
    let path: String
  }

  private func link(_ service: APIFixture) async throws -> Link {
    let answer = try await service.ask("POST", "/v1/page-links")
    #expect(answer.status == 201)
    let url = try #require(try answer.json["url"]?.text)
    let end = ".localhost:\(service.port)/login?code="
    try #require(url.hasPrefix("http://netwatch-") && url.contains(end))
    let rest = url.dropFirst("http://".count)
    let host = rest.prefix { $0 != "/" }
    return Link(host: ("Host", String(host)), path: String(rest.dropFirst(host.count)))
  }

  /// What a browser has once it has followed a link: the fields Host and Cookie.
  private func browser(_ service: APIFixture) async throws -> [APIFixture.Field] {
    let link = try await link(service)
    let answer = try await service.askTCP("GET", link.path, [link.host])
    #expect(answer.status == 303)
    #expect(answer.field("Location") == "/")
    let field = try #require(answer.field("Set-Cookie"))
    #expect(field.hasSuffix("; Path=/; Max-Age=43200; HttpOnly; SameSite=Strict"))
    return [link.host, ("Cookie", String(field.prefix { $0 != ";" }))]
  }

  @Test func `A link lets a browser in once`() async throws {
    try await APIFixture.serving { service in
      let link = try await link(service)
      #expect(try await service.askTCP("HEAD", link.path, [link.host]).status == 405)
      #expect(try await service.askTCP("GET", link.path, [link.host]).status == 303)
      let again = try await service.askTCP("GET", link.path, [link.host])
      #expect(again.status == 403)
      #expect(again.field("Set-Cookie") == nil)
    }
  }

  @Test func `A link is followed at its own host alone`() async throws {
    try await APIFixture.serving { service in
      let (link, other) = (try await link(service), try await link(service))
      #expect(link.host.value != other.host.value)
      #expect(try await service.askTCP("GET", link.path).status == 403)
      #expect(try await service.askTCP("GET", link.path, [other.host]).status == 403)
      #expect(try await service.askTCP("GET", link.path, [link.host]).status == 303)
    }
  }

  @Test func `A cookie that got to another host is of no use`() async throws {
    try await APIFixture.serving { service in
      let (browser, other) = (try await browser(service), try await browser(service))
      #expect(try await service.askTCP("GET", "/v1/state", browser).status == 200)
      for host in ["127.0.0.1:\(service.port)", "localhost:\(service.port)", other[0].value] {
        let answer = try await service.askTCP("GET", "/v1/state", [("Host", host), browser[1]])
        #expect(answer.status == 401, "\(host)")
      }
    }
  }

  @Test func `With the cookie a browser sees the page, as who asked for the link`() async throws {
    try await APIFixture.serving { service in
      let browser = try await browser(service)
      let cookies = [browser[0], ("Cookie", "a=b; \(browser[1].value); c=d")]
      let page = try await service.askTCP("GET", "/", cookies)
      #expect(page.status == 200)
      #expect(page.field("Content-Type")?.hasPrefix("text/html") == true)
      let policy = page.field("Content-Security-Policy") ?? ""
      #expect(policy.contains("default-src 'none'"))
      #expect(!policy.contains("unsafe"))
      #expect(try await service.askTCP("GET", "/v1/state", browser).status == 200)
    }
  }

  @Test func `With a cookie nothing is changed without the page's own Origin`() async throws {
    try await APIFixture.serving { service in
      let browser = try await browser(service)
      let fields = browser + [("Content-Type", "application/json")]
      #expect(try await service.askTCP("POST", "/v1/jobs", fields, httpJob()).status == 403)
      let own = fields + [("Origin", "http://\(browser[0].value)")]
      #expect(try await service.askTCP("POST", "/v1/jobs", own, httpJob()).status == 201)
    }
  }

  @Test(arguments: ["netwatch_session=", "netwatch_session=0", "other=x", "netwatch_sessionx=1"])
  func `Other cookies let nobody in`(cookie: String) async throws {
    try await APIFixture.serving { service in
      let host = try await browser(service)[0]
      let answer = try await service.askTCP("GET", "/v1/state", [host, ("Cookie", cookie)])
      #expect(answer.status == 401)
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
