import NetwatchCore
import NetwatchHTTP
import Testing

@Suite("A redirect")
struct RedirectRuleTests {
  private func start(
    _ method: HTTPMethod = .get,
    _ url: String = "http://a.example/b/c?d#e",
    headers: HTTPHeaders = [],
    body: RequestBody = .none
  ) -> RedirectRule {
    RedirectRule(NetworkRequest(method: method, url: url, headers: headers, body: body))
  }

  private func failure(_ rule: RedirectRule, status: Int = 302, _ location: String?)
    -> NetworkError?
  {
    do throws(NetworkError) {
      _ = try rule.next(status: status, location: location)
      return nil
    } catch {
      return error
    }
  }

  @Test(
    "keeps or changes the method by the status",
    arguments: [
      (301, "GET", "GET", true), (302, "GET", "GET", true), (303, "GET", "GET", false),
      (307, "GET", "GET", true), (308, "GET", "GET", true), (301, "POST", "GET", false),
      (302, "POST", "GET", false), (303, "POST", "GET", false), (307, "POST", "POST", true),
      (308, "POST", "POST", true), (301, "PUT", "PUT", true), (302, "DELETE", "DELETE", true),
      (303, "PUT", "GET", false), (303, "PATCH", "GET", false), (303, "HEAD", "HEAD", true),
      (301, "HEAD", "HEAD", true), (307, "PATCH", "PATCH", true), (302, "PATCH", "PATCH", true),
    ]
  )
  func methods(status: Int, before: String, after: String, keepsBody: Bool) throws {
    let rule = start(HTTPMethod(rawValue: before), body: .bytes([1]))
    let next = try #require(try rule.next(status: status, location: "/x"))
    #expect(next.method.rawValue == after && next.keepsBody == keepsBody)
    #expect(next.url == "http://a.example/x" && next.count == 1)
  }

  @Test("is none with another status", arguments: [200, 204, 300, 304, 305, 306, 309, 400, 503])
  func others(status: Int) throws {
    #expect(try start().next(status: status, location: "/x") == nil)
  }

  @Test(
    "leads where the reference points from the URL that was asked",
    arguments: [
      ("/x", "http://a.example/x"), ("x", "http://a.example/b/x"), ("../x", "http://a.example/x"),
      ("./x?y", "http://a.example/b/x?y"), ("//h.example/x", "http://h.example/x"),
      ("https://h.example", "https://h.example/"), ("HTTP://H.example/", "http://H.example/"),
      ("/a b", "http://a.example/a%20b"), ("/ä", "http://a.example/%c3%a4"),
      ("http://h.example:8080/../x", "http://h.example:8080/x"),
    ]
  )
  func references(location: String, url: String) throws {
    let next = try #require(try start().next(status: 302, location: location))
    #expect(next.url.lowercased() == url.lowercased())
  }

  @Test(
    "is refused where it must not be followed",
    arguments: [
      ("http://a.example/", nil, "names no location"),
      ("http://a.example/", "", "names no location"),
      ("http://a.example/", "file:///etc/passwd", "no URL of HTTP"),
      ("http://a.example/", "ftp://a.example/", "no URL of HTTP"),
      ("http://a.example/", "javascript:alert(1)", "no URL of HTTP"),
      ("http://a.example/", "gopher://a.example/", "no URL of HTTP"),
      ("http://a.example/", "http:///", "no URL of HTTP"),
      ("http://a.example/", "http://h.example:99999/", "no URL of HTTP"),
      ("http://a.example/", "/a\r\nX: y", "no URL of HTTP"),
      ("http://a.example/", "http://u:p@h.example/", "user information"),
      ("http://a.example/", "http://u@a.example/", "user information"),
      ("https://a.example/", "http://a.example/", "from https to http"),
      ("https://a.example/", "http://h.example/", "from https to http"),
    ] as [(String, String?, String)]
  )
  func refusals(url: String, location: String?, reason: String) throws {
    let error = try #require(failure(start(.get, url), location))
    #expect(error.networkErrorType == .badRedirect)
    #expect(error.message.contains(reason) && !error.description.contains("u:p"))
    #expect(!error.description.contains("\r") && !error.description.contains("\n"))
  }

  @Test(
    "is refused in words that have no query and no fragment of it",
    arguments: [
      "app://cb#t=hidden", "ftp://h/?a=\"hidden\"", "ftp://h/?a hidden", "http://u:hidden@h/",
    ]
  )
  func secrecy(location: String) throws {
    let error = try #require(failure(start(), location))
    #expect(!error.description.contains("hidden"))
  }

  @Test("is followed ten times and not an eleventh")
  func limit() throws {
    var rule = start()
    for turn in 1...10 {
      rule = try #require(try rule.next(status: 302, location: "/\(turn)"))
    }
    #expect(rule.url == "http://a.example/10" && rule.count == 10)
    #expect(failure(rule, "/11")?.message == "more than 10 redirects")
    #expect(try rule.next(status: 200, location: "/11") == nil)
  }

  @Test("is refused where the body would be needed again and can't be had")
  func body() throws {
    let source = RequestBody.source(BodySource(isReplayable: false) { _ in })
    let rule = start(.put, body: source)
    #expect(failure(rule, status: 307, "/x")?.message.contains("can't be sent again") == true)
    #expect(try rule.next(status: 303, location: "/x")?.keepsBody == false)
    let replayable = RequestBody.source(BodySource(isReplayable: true) { _ in })
    #expect(try start(.put, body: replayable).next(status: 307, location: "/x")?.keepsBody == true)
  }
}

// MARK: - Fields

extension RedirectRuleTests {
  @Test(
    "shows the sensitive fields to the origin that they were meant for, and to no other",
    arguments: [
      ("http://a.example/x", true), ("/x", true), ("http://A.EXAMPLE:80/x", true),
      ("https://a.example/", false), ("http://a.example:81/", false), ("//b.example/", false),
      ("http://sub.a.example/", false), ("http://a.example./", false),
    ]
  )
  func sensitive(location: String, areKept: Bool) throws {
    var request = NetworkRequest(
      url: "http://a.example/",
      headers: [
        "authorization": "Bearer t", "COOKIE": "c", "Proxy-Authorization": "p", "X-Token": "x",
        "Host": "virtual.example", "Accept": "*/*",
      ]
    )
    request.sensitiveHeaders = ["x-token"]
    let next = try #require(try RedirectRule(request).next(status: 302, location: location))
    #expect(next.headers.map(\.name).contains("Accept"))
    #expect(next.headers.count == (areKept ? 6 : 1))
  }

  @Test("does not give the fields back on the way home")
  func wayHome() throws {
    let rule = start(.get, "http://a.example/", headers: ["Authorization": "Bearer t"])
    let away = try #require(try rule.next(status: 302, location: "http://b.example/"))
    let home = try #require(try away.next(status: 302, location: "http://a.example/"))
    #expect(home.headers.isEmpty && rule.headers.count == 1)
  }

  @Test("keeps the user information of the URL within its origin only")
  func userInformation() throws {
    let rule = start(.get, "http://u:p@a.example/b")
    #expect(try rule.next(status: 302, location: "/c")?.url == "http://u:p@a.example/c")
    #expect(try rule.next(status: 302, location: "//b.example/")?.url == "http://b.example/")
    #expect(try rule.next(status: 302, location: "http://b.example/")?.url == "http://b.example/")
  }

  @Test("drops what described the body together with it")
  func description() throws {
    let rule = start(
      .post,
      headers: ["Content-Type": "a/b", "content-encoding": "gzip", "Accept": "*/*"],
      body: .bytes([1])
    )
    #expect(try rule.next(status: 303, location: "/x")?.headers.map(\.name) == ["Accept"])
    #expect(try rule.next(status: 307, location: "/x")?.headers.count == 3)
  }
}
