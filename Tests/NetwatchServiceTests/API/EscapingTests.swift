import NetwatchTestSupport
import Testing

@testable import NetwatchService

@Suite struct EscapingTests {
  @Test(arguments: [
    #"{"kind":"http","http":{"url":"https://example.org/"},"\u001b[31m\r\nSet-Cookie: a=b":1}"#,
    #"{"kind":"\u001b[31m","http":{"url":"https://example.org/"}}"#,
    #"{"kind":"http","http":{"url":"https://example.org/","headers":{"a\r\nb":"c"}}}"#,
    #"{"kind":"http","http":{"url":"https://example.org/","headers":{"a":"\r\nb: c"}}}"#,
    #"{"kind":"http","http":{"url":"https://example.org/\u0007"}}"#,
  ])
  func `Nothing that is sent comes back as anything but text in a string`(
    body: String
  ) async throws {
    try await APIFixture.serving { service in
      let answer = try await service.submit(body)
      #expect(answer.status == 400)
      #expect(answer.field("Set-Cookie") == nil)
      #expect(try answer.json["detail"]?.text?.isEmpty == false)
      let lines = answer.text.utf8.filter { $0 < 0x20 && $0 != 0x0D && $0 != 0x0A }
      #expect(lines.isEmpty)
      #expect(service.log.entries.isEmpty)
    }
  }

  @Test func `A key with invisible characters is told escaped, in the job and in lists`()
    async throws
  {
    try await APIFixture.serving { service in
      let job = httpJob("https://example.org/", #","uniqueKey":"a\u202eb""#)
      #expect(try await service.submit(job).status == 201)
      for path in ["/v1/jobs", "/v1/jobs/1"] {
        let answer = try await service.ask("GET", path)
        #expect(answer.body.contains(#""uniqueKey":"a\u202eb""#))
      }
    }
  }

  @Test func `Queries, bodies and header values of a job are shown nowhere`() async throws {
    try await APIFixture.serving { service in
      let http =
        #"{"method":"POST","url":"https://example.org/x?key=hidden1","body":"hidden2","#
        + #""headers":{"X-Secret":"hidden3"}}"#
      #expect(try await service.submit(#"{"kind":"http","http":\#(http)}"#).status == 201)
      var texts = [service.log.text]
      for path in ["/v1/jobs", "/v1/jobs/1", "/metrics", "/v1/history"] {
        texts.append(try await service.ask("GET", path).text)
      }
      #expect(!texts.contains { $0.contains("hidden") })
      #expect(texts[2].contains("X-Secret"))
    }
  }

  @Test func `The event stream is nothing that a browser would take for a page`() async throws {
    try await APIFixture.serving { service in
      let client = try TestClient.unix(service.socket)
      try await client.send("GET /v1/events HTTP/1.1\r\nHost: x\r\n\r\n")
      let answer = APIAnswer(text: try await client.receive(until: "retry: "))
      #expect(answer.status == 200)
      #expect(answer.field("Content-Type") == "text/event-stream")
      #expect(answer.field("X-Content-Type-Options") == "nosniff")
    }
  }
}
