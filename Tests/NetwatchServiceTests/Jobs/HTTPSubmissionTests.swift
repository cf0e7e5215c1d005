import NetwatchCore
import NetwatchJobs
import Testing

@testable import NetwatchService

/// What a submitted request may ask for.
struct HTTPSubmissionTests {
  private func refusal(
    _ kinds: JobKinds = kinds(),
    url: String = "https://example.org/",
    more: String = ""
  ) -> JobRefusal? {
    kinds.refusal(of: #"{"kind":"http","http":{"url":"\#(url)"\#(more)}}"#)
  }

  @Test(
    "A URL that nobody should be made to ask, or that can be read in two ways, is refused",
    arguments: [
      "ftp://example.org/", "file:///etc/passwd", "example.org", "/path", "https://", "http:///x",
      "http:/example.org/", "http:example.org",
      "https://user@example.org/", "https://user:password@example.org/", "https://@example.org/",
      "https://example.org/#part", "https://example.org/a b", "https://ex\u{E4}mple.org/",
      "https://example.org/\\n", "https://example.org/?a=\\\"b", "https://example.org/\\\\",
      "https://example.org/{a}", "https://example.org:0x50/", "https://example.org:99999/",
      "http://localhost/", "http://LOCALHOST./", "http://x.localhost:8080/", "http://127.0.0.1/",
      "http://127.1/", "http://2130706433/", "http://0x7f.0.0.1/", "http://0177.0.0.1/",
      "http://0/", "http://0.0.0.0/", "http://[::]/", "http://[::1]/", "http://[::ffff:127.0.0.1]/",
      "http://[::ffff:7f00:1]/", "http://169.254.169.254/latest/meta-data/",
      "http://[fe80::1%25lo]/", "http://[fd00:ec2::254]/", "http://100.100.100.200/",
      "http://168.63.129.16/", "http://[2002:7f00:1::]/", "http://[64:ff9b::a9fe:a9fe]/",
      "http://224.0.0.1/", "http://255.255.255.255/",
    ]
  )
  func url(_ url: String) {
    #expect(refusal(url: url)?.field == "http.url")
  }

  @Test(
    "A URL of the internet is taken, and its origin paces it",
    arguments: [
      ("http://example.org", "http://example.org:80"),
      ("HTTPS://Example.ORG:443/x?y=z", "https://example.org:443"),
      ("http://93.184.216.34:8080/", "http://93.184.216.34:8080"),
      ("http://[2606:2800:220:1::1]/", "http://[2606:2800:220:1::1]:80"),
      ("http://192.168.1.10/", "http://192.168.1.10:80"),
    ]
  )
  func origin(url: String, destination: String) throws {
    let jobs = try kinds().jobs(#"{"kind":"http","http":{"url":"\#(url)"}}"#)
    #expect(jobs.first?.options.destination == destination)
  }

  @Test func `what the configuration allows is taken`() {
    let kinds = kinds {
      ($0.http.allowsLoopback, $0.http.allowsMetadata, $0.http.allowsPrivate) = (true, true, false)
    }
    #expect(refusal(kinds, url: "http://localhost:8080/") == nil)
    #expect(refusal(kinds, url: "http://[::1]/") == nil)
    #expect(refusal(kinds, url: "http://169.254.169.254/") == nil)
    #expect(refusal(kinds, url: "http://169.254.1.1/")?.message.contains("allowLinkLocal") == true)
    #expect(refusal(kinds, url: "http://10.0.0.1/")?.message.contains("allowPrivate") == true)
  }

  @Test func `a job of this host needs no internet`() throws {
    let kinds = kinds { $0.http.allowsLoopback = true }
    let jobs = try kinds.jobs(#"{"kind":"http","http":{"url":"http://127.0.0.1:8/"}}"#)
    #expect(jobs.first?.options.requirement == .nothing)
  }

  @Test(
    "A method is a token that has an answer",
    arguments: [
      ("GET", true), ("DELETE", true), ("PROPFIND", true), ("M-SEARCH", true), ("get", false),
      ("Post", false), ("CONNECT", false), ("trace", false),
      ("GE T", false), ("GET\\r\\nX: y", false), ("", false),
      ("ABCDEFGHIJKLMNOPQRSTUVWXYZABCDEFG", false),
    ]
  )
  func method(_ method: String, isTaken: Bool) {
    let refusal = refusal(more: #","method":"\#(method)""#)
    #expect(refusal?.field == (isTaken ? nil : "http.method"))
  }

  @Test(
    "A field that netwatch sets, or that would begin another one, is refused",
    arguments: [
      ("Host", "evil"), ("content-length", "0"), ("Transfer-Encoding", "chunked"),
      ("Connection", "close"), ("Idempotency-Key", "k"), ("TE", "x"), ("Upgrade", "h2c"),
      ("Proxy-Authorization", "x"), ("Keep-Alive", "x"), ("Expect", "100-continue"), ("", "x"),
      ("X Y", "x"), ("X:", "x"), ("X\\r\\nY", "x"), ("X", "a\\r\\nY: b"), ("X", "a\\nb"),
      ("X", "a\\u0000b"), ("X", "\\u001b[2J"), ("X", "\\u007f"), ("X", "@credential:token"),
      ("X", "@credential:../shadow"),
    ]
  )
  func field(name: String, value: String) {
    let refusal = refusal(more: #","headers":{"Accept":"x","\#(name)":"\#(value)"}"#)
    #expect(refusal?.field.hasPrefix("http.headers") == true)
    #expect(refusal?.message.contains("evil") == false)
  }

  @Test func `a field stands once, and there are not too many, nor are they too long`() {
    #expect(
      refusal(more: #","headers":{"Accept":"x","accept":"y"}"#)?.field.hasPrefix("http.headers")
        == true
    )
    let many = (0...64).map { "\"X\($0)\":\"\"" }.joined(separator: ",")
    #expect(refusal(more: ",\"headers\":{\(many)}")?.field == "http.headers")
    let long = String(repeating: "v", count: 8193)
    #expect(refusal(more: ",\"headers\":{\"X\":\"\(long)\"}")?.field == "http.headers.X")
  }

  @Test(
    "A member of the wrong form is refused",
    arguments: [
      ("body", "7"), ("bodyBase64", "\"a\""), ("bodyBase64", "\"=AAA\""), ("timeout", "\"61s\""),
      ("timeout", "0"), ("timeout", "[]"), ("retrySafety", "\"yes\""),
      ("acceptedStatuses", "[200]"),
      ("acceptedStatuses", "[299,200]"), ("acceptedStatuses", "[100,600]"),
      ("acceptedStatuses", "\"2xx\""), ("acceptedStatuses", "[200.5,300]"),
      ("acceptedStatuses", "[200.5,200,300]"), ("Body", "\"\""),
      ("headers", "[]"), ("cookies", "{}"),
    ]
  )
  func member(name: String, value: String) {
    let field = refusal(more: ",\"\(name)\":\(value)")?.field ?? ""
    #expect(field.hasPrefix("http.\(name)"))
  }

  @Test func `a body has a limit, one form, and a method that takes it`() {
    let kinds = kinds { $0.http.bodyLimit = 4 }
    #expect(refusal(kinds, more: #","body":"1234""#) == nil)
    #expect(refusal(kinds, more: #","body":"12345""#)?.field == "http.body")
    #expect(refusal(kinds, more: #","bodyBase64":"MTIzNDU=""#)?.field == "http.body")
    #expect(refusal(kinds, more: #","method":"HEAD","body":"""#)?.field == "http.body")
    let both = refusal(kinds, more: #","body":"1","bodyBase64":"MQ==""#)?.field ?? ""
    #expect(["http.body", "http.bodyBase64"].contains(both))
  }

  @Test func `a credential goes only where the configuration sends it`() {
    let kinds = kinds {
      $0.http.headers = [
        "https://api.example.org": [
          "Authorization": .credential("token"), "X-Plain": .text("configured"),
        ]
      ]
    }
    func refusal(_ host: String, _ field: String) -> JobRefusal? {
      self.refusal(kinds, url: "https://\(host)/", more: ",\"headers\":{\(field)}")
    }
    #expect(refusal("api.example.org", #""X-Key":"@credential:token""#) == nil)
    #expect(refusal("API.example.org:443", #""authorization":"@credential:token""#) == nil)
    #expect(refusal("api.example.org", #""X-Key":"@credential:other""#) != nil)
    #expect(refusal("api.example.org:8443", #""X-Key":"@credential:token""#) != nil)
    #expect(refusal("evil.example.org", #""X-Key":"@credential:token""#) != nil)
    #expect(
      refusal("api.example.org", #""Authorization":"mine""#)?.field == "http.headers.Authorization"
    )
    #expect(refusal("api.example.org", #""x-plain":"mine""#) != nil)
    #expect(refusal("other.example.org", #""Authorization":"mine""#) == nil)
  }

  @Test func `what is shown of a job has no secret in it`() throws {
    let body = #"""
      {"kind":"http","http":{"method":"POST","url":"https://a.example/p?token=hidden",
       "headers":{"X-Secret":"hidden"},"body":"hidden"}}
      """#
    let kinds = kinds()
    let new = try #require(try kinds.jobs(body).first)
    let shown = kinds.describe(.sample(new.kind, new.payload)).text
    #expect(shown == #"POST https://a.example/p?… ["X-Secret"] 6"#)
    #expect(kinds.describe(.sample("http", [9, 9])).text == "unreadable")
    #expect(kinds.describe(.sample("other", new.payload)).text == "unreadable")
  }
}

extension Job {
  /// A job as it stands in a store.
  static func sample(_ kind: String, _ payload: [UInt8]) -> Job {
    Job(
      id: JobID(rawValue: 1),
      kind: kind,
      payload: payload,
      options: JobOptions(),
      state: .ready,
      attempt: 0,
      vanished: 0,
      history: JobHistory(),
      created: .init(seconds: 0, nanoseconds: 0),
      remaining: nil,
      finished: nil,
      reason: nil,
      idempotencyKey: "k"
    )
  }
}
