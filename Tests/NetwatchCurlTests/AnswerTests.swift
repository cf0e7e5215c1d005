import NetwatchCore
import NetwatchCurl
import Testing

extension CurlTests {
  @Suite struct AnswerTests {
    struct Answer: CustomTestStringConvertible, Sendable {
      let testDescription: String
      let text: String
      let status: Int
      var headers: [CurlHeader] = []
      var body = ""
    }

    static let answers = [
      Answer(
        testDescription: "200 with a body",
        text: "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nX-Empty:\r\n\r\nhello",
        status: 200,
        headers: [.init(name: "Content-Length", value: "5"), .init(name: "X-Empty", value: "")],
        body: "hello"
      ),
      Answer(
        testDescription: "204",
        text: "HTTP/1.1 204 No Content\r\nX-A:  b \r\nx-a: c\r\n\r\n",
        status: 204,
        headers: [.init(name: "X-A", value: "b"), .init(name: "x-a", value: "c")]
      ),
      Answer(
        testDescription: "302 is not followed",
        text: "HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n",
        status: 302,
        headers: [
          .init(name: "Location", value: "http://127.0.0.1:1/"),
          .init(name: "Content-Length", value: "0"),
        ]
      ),
      Answer(
        testDescription: "511 that ends with the connection",
        text: "HTTP/1.0 511 Network Authentication Required\r\n\r\nlog in",
        status: 511,
        body: "log in"
      ),
      Answer(
        testDescription: "interim responses and trailers are left out",
        text: "HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\nHTTP/1.1 200 OK\r\n"
          + "Transfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\nX-Trailer: y\r\n\r\n",
        status: 200,
        headers: [.init(name: "Transfer-Encoding", value: "chunked")],
        body: "ok"
      ),
    ]

    @Test(arguments: answers)
    func `an answer arrives as it was sent`(_ answer: Answer) async throws {
      let server = try ScriptedServer(answer: answer.text)
      let response = try await CurlEngine.start().perform(get(server))
      #expect(response.status == answer.status)
      #expect(response.headers == answer.headers)
      #expect(response.body == Array(answer.body.utf8))
      #expect(!response.isVerifiedTLS)
    }

    @Test func `a header is found in whatever case`() async throws {
      let server = try ScriptedServer(answer: "HTTP/1.1 204 No Content\r\nLOCATION: here\r\n\r\n")
      let response = try await CurlEngine.start().perform(get(server))
      #expect(response.firstValue(ofHeader: "Location") == "here")
      #expect(response.firstValue(ofHeader: "Locatio") == nil)
    }

    @Test func `bytes that are not UTF-8 are replaced in a header`() async throws {
      let server = try ScriptedServer([
        .readRequest, .send("HTTP/1.1 204 No Content\r\nX: ü"), .sendBytes([0xFF]),
        .send("\r\n\r\n"),
      ])
      let response = try await CurlEngine.start().perform(get(server))
      #expect(response.firstValue(ofHeader: "x") == "ü\u{FFFD}")
    }

    @Test func `a request carries its headers and nothing that was not asked for`() async throws {
      let server = try ScriptedServer(answer: "HTTP/1.1 204 No Content\r\n\r\n")
      var request = get(server)
      request.headers = [
        .init(name: "X-Challenge", value: "a b"), .init(name: "X-Empty", value: ""),
      ]
      request.userAgent = "tests/1"
      _ = try await CurlEngine.start().perform(request)
      let lines = server.requests.first?.split(separator: "\r\n").map(String.init)
      #expect(
        lines == [
          "GET / HTTP/1.1", "Host: 127.0.0.1:\(server.port)", "User-Agent: tests/1", "Accept: */*",
          "X-Challenge: a b", "X-Empty:",
        ]
      )
    }

    @Test func `the steps of a transfer are timed in their order`() async throws {
      let server = try ScriptedServer(answer: "HTTP/1.1 204 No Content\r\n\r\n")
      let timings = try await CurlEngine.start().perform(get(server)).timings
      let lookup = try #require(timings.nameLookup)
      let connect = try #require(timings.connect)
      let firstByte = try #require(timings.firstByte)
      let total = try #require(timings.total)
      #expect(lookup <= connect)
      #expect(connect <= firstByte)
      #expect(firstByte <= total)
      #expect(timings.tls == nil)
    }

    @Test func `both ends of the connection are known`() async throws {
      let server = try ScriptedServer(answer: "HTTP/1.1 204 No Content\r\n\r\n")
      let response = try await CurlEngine.start().perform(get(server))
      #expect(response.remote?.address == IPAddress(ipv4: 0x7F00_0001))
      #expect(response.remote?.port == server.port)
      #expect(response.local?.address == IPAddress(ipv4: 0x7F00_0001))
    }

    @Test func `every transfer has a connection of its own`() async throws {
      let server = try ScriptedServer([
        .readRequest, .send("HTTP/1.1 204 No Content\r\n\r\n"), .readRequest,
      ])
      let engine = try await CurlEngine.start()
      let first = try await engine.perform(get(server))
      let second = try await engine.perform(get(server))
      #expect(first.local != second.local)
      #expect(server.requests.count == 2)
    }

    @Test(arguments: ["127.0.0.1", "::1", "localhost"])
    func `a bare connection succeeds without a word`(_ host: String) async throws {
      let server = try ScriptedServer(on: host == "::1" ? .ipv6 : .ipv4, [.beSilent])
      let target = CurlRequest.Target.connection(host: host, port: server.port)
      let response = try await CurlEngine.start().perform(.init(target, timeout: .seconds(10)))
      #expect(response.status == 0)
      #expect(response.remote?.port == server.port)
      #expect(response.timings.connect != nil)
      #expect(response.timings.firstByte == nil)
    }
  }
}
