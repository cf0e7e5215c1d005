import NetwatchCore
import NetwatchHTTP
import NetwatchJobs
import Testing

@testable import NetwatchService

/// Bodies that clients hand in.
struct SubmissionTests {
  private static let http = #""kind":"http","http":{"url":"https://example.org/"}"#

  @Test func `the smallest job has the defaults`() throws {
    let job = try #require(try kinds().jobs("{\(Self.http)}").first)
    #expect(job.kind == "http")
    #expect(job.options == JobOptions(destination: "https://example.org:443", owner: "1000"))
    let sent = try HTTPJob(payload: job.payload)
    #expect(sent == HTTPJob(method: "GET", url: "https://example.org/"))
  }

  @Test func `every member is read`() throws {
    let body = #"""
      {"kind":"http","destination":"https://api.example.org","priority":"high",
       "requirement":"route","uniqueKey":"k","notBefore":"5m","deadline":3600.5,
       "http":{"method":"PUT","url":"https://API.example.org/a?b=c","bodyBase64":"AAEC/w==",
        "headers":{"X-B":"2","Accept":"a\tb"},"retrySafety":"always","timeout":"30s",
        "acceptedStatuses":[200,204]}}
      """#
    let job = try #require(try kinds().jobs(body).first)
    #expect(
      job.options
        == JobOptions(
          destination: "https://api.example.org:443",
          requirement: .route,
          priority: .high,
          uniqueKey: "k",
          notBefore: .seconds(300),
          deadline: .seconds(3600.5),
          owner: "1000"
        )
    )
    var expected = HTTPJob(method: "PUT", url: "https://API.example.org/a?b=c")
    expected.fields = [
      .init(name: "Accept", value: .text("a\tb")), .init(name: "X-B", value: .text("2")),
    ]
    expected.body = [0, 1, 2, 0xFF]
    expected.safety = .always
    expected.timeout = .seconds(30)
    expected.acceptedStatuses = 200...204
    #expect(try HTTPJob(payload: job.payload) == expected)
  }

  @Test func `a list is read in its order, and known for one`() throws {
    let bodies = (0..<1000).map { #"{"kind":"http","http":{"url":"http://h\#($0).example/"}}"# }
    let list = Array(" [\(bodies.joined(separator: ","))]\n".utf8)
    let (jobs, isList) = try SubmittedJob.decodeAll(list)
    #expect(isList)
    let destinations = try jobs.map { try kinds().maker.newJob($0, owner: "1").options.destination }
    #expect(destinations == (0..<1000).map { "http://h\($0).example:80" })
    #expect(try !SubmittedJob.decodeAll(Array("{\(Self.http)}".utf8)).isList)
  }

  @Test func `the order of members does not change what is kept`() throws {
    let (one, other) = (
      #"{"kind":"http","http":{"url":"http://a.example/","headers":{"A":"1","B":"2","C":"3"}}}"#,
      #"{"http":{"headers":{"C":"3","B":"2","A":"1"},"url":"http://a.example/"},"kind":"http"}"#
    )
    let kinds = kinds()
    let payloads = try (0..<20).flatMap { _ in try kinds.jobs(one) + kinds.jobs(other) }
    #expect(Set(payloads).count == 1)
  }

  @Test(
    "What is no submission is refused by the field that is wrong",
    arguments: [
      ("", "body"), ("  \n", "body"), ("7", "body"), ("\"text\"", "body"), ("null", "body"),
      ("[]", "body"), ("{", "body"), ("{}x", "body"), ("{/**/}", "body"), ("{'kind':1}", "body"),
      ("\u{FEFF}{}", "body"), ("{}", "kind"), ("[{}]", "[0].kind"), ("[{},1]", "[0].kind"),
      (#"{"kind":"ftp"}"#, "kind"), (#"{"kind":7}"#, "kind"), (#"{"kind":null}"#, "kind"),
      (#"{"kind":"http"}"#, "http"), (#"{"kind":"exec"}"#, "exec"),
      (#"{"kind":"http","http":[]}"#, "http"), (#"{"kind":"http","http":"x"}"#, "http"),
      (#"{"kind":"http","http":{}}"#, "http.url"),
      (#"{"kind":"http","http":{"url":7}}"#, "http.url"),
      (#"{"kind":"http","http":{"url":""}}"#, "http.url"),
      (#"{"kind":"exec","exec":{"template":""}}"#, "exec.template"),
      (#"{"kind":"exec","exec":{"template":"t","arguments":{"a":[]}}}"#, "exec.arguments.a"),
      (#"{"kind":"exec","exec":{"template":"t","arguments":{"a":1.5}}}"#, "exec.arguments.a"),
      (#"{"kind":"exec","exec":{"template":"t","arguments":{"a":true}}}"#, "exec.arguments.a"),
    ]
  )
  func refused(body: String, field: String) {
    #expect(kinds().refusal(of: body)?.field == field)
  }

  @Test(
    "A member that is wrong is refused",
    arguments: [
      ("extra", "1"), ("Kind", "\"http\""), ("exec", #"{"template":"t"}"#),
      ("destination", "\"\""), ("destination", "7"), ("destination", "\"https://other.example\""),
      ("priority", "\"urgent\""), ("priority", "1"), ("requirement", "\"none\""),
      ("uniqueKey", "\"\""), ("uniqueKey", "\"a\\nb\""), ("uniqueKey", "7"), ("notBefore", "-1"),
      ("notBefore", "\"soon\""), ("notBefore", "\"3651d1\""), ("deadline", "0"),
      ("deadline", "\"0s\""), ("deadline", "{}"), ("deadline", "null"),
    ]
  )
  func member(name: String, value: String) {
    let refusal = kinds().refusal(of: "[{\(Self.http)},{\(Self.http),\"\(name)\":\(value)}]")
    #expect(refusal?.field == "[1].\(name)")
  }

  @Test func `names are refused that could be shown as something else, and cut`() {
    let body = #"{"kind":"http","http":{"url":"http://a.example/"},"\u001b[2J\#(long)":1}"#
    let field = kinds().refusal(of: body)?.field ?? ""
    #expect(field.hasPrefix(#"["\u{1b}[2Jxxx"#))
    #expect(field.utf8.count < 100)
  }

  private var long: String { String(repeating: "x", count: 5000) }

  @Test func `lengths are bounded`() {
    let kinds = kinds()
    for (name, limit) in [("uniqueKey", 128), ("destination", 255)] {
      let value = String(repeating: "k", count: limit + 1)
      let refusal = kinds.refusal(of: "{\(Self.http),\"\(name)\":\"\(value)\"}")
      #expect(refusal?.field == name)
    }
    let more = Array(repeating: "{\(Self.http)}", count: 1001).joined(separator: ",")
    #expect(kinds.refusal(of: "[\(more)]")?.message.contains("1 to 1000") == true)
    let deep = String(repeating: "[", count: 100_000)
    #expect(kinds.refusal(of: deep)?.field == "body")
    #expect(kinds.refusal(of: "{\(Self.http),\"x\":\(deep)")?.field == "body")
  }

  @Test func `a deadline lies behind the moment before which nothing happens`() {
    for (deadline, field) in [("120", "deadline" as String?), ("121", nil)] {
      let body = "{\(Self.http),\"notBefore\":\"2m\",\"deadline\":\(deadline)}"
      #expect(kinds().refusal(of: body)?.field == field)
    }
  }

  @Test func `bytes that are not UTF-8, and other encodings, are refused`() {
    for bytes in [Array("{\"kind\":\"".utf8) + [0xFF] + Array("\"}".utf8), [0x7B, 0, 0x7D, 0]] {
      let refusal = #expect(throws: JobRefusal.self) { try SubmittedJob.decodeAll(bytes) }
      #expect(refusal?.field == "body")
    }
  }

  @Test func `of names that stand twice none counts`() {
    let body = #"{"kind":"http","http":{"url":"http://a.example/",\n"url":"http://b.example/"}}"#
    let refusal = kinds().refusal(of: body.replacing(#"\n"#, with: "\n"))
    #expect(refusal?.description == "body: a name stands twice in an object (line 2, column 5)")
  }

  @Test func `a text that would cost far more memory than its size is refused`() {
    let body =
      "{\(Self.http),\"x\":[\(Array(repeating: "[]", count: 60_000).joined(separator: ","))]}"
    #expect(
      kinds().refusal(of: body)?.description == "body: there are more than 100000 values in it"
    )
    let text = String(repeating: "[,{", count: 60_000)
    let inside = #"{"kind":"http","http":{"url":"https://a.example/","body":"\#(text)"}}"#
    #expect(kinds().refusal(of: inside) == nil)
  }
}
