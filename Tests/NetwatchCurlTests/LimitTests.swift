import CLinux
import Glibc
import NetwatchCurl
import Testing

extension CurlTests {
  @Suite struct LimitTests {
    struct Behaviour: CustomTestStringConvertible, Sendable {
      let testDescription: String
      let script: [ScriptedServer.Step]
      var status: Int?
    }

    static let slow = [
      Behaviour(testDescription: "silence", script: [.beSilent]),
      Behaviour(testDescription: "silence after the request", script: [.readRequest, .beSilent]),
      Behaviour(
        testDescription: "a header, a byte at a time",
        script: [.send("HTTP/1.1 200 OK\r\nX: "), .flood("a", every: .milliseconds(50))],
        status: 200
      ),
      Behaviour(
        testDescription: "a body, a byte at a time",
        script: [.send("HTTP/1.1 200 OK\r\n\r\n"), .flood("a", every: .milliseconds(50))],
        status: 200
      ),
      Behaviour(
        testDescription: "header lines without end",
        script: [.send("HTTP/1.1 200 OK\r\n"), .flood("X: a\r\n", every: .milliseconds(50))],
        status: 200
      ),
      Behaviour(
        testDescription: "interim responses without end",
        script: [.flood("HTTP/1.1 103 Early Hints\r\n\r\n", every: .milliseconds(50))],
        status: 103
      ),
    ]

    @Test(arguments: slow)
    func `the limit of time holds whatever the server does`(_ behaviour: Behaviour) async throws {
      let server = try ScriptedServer(behaviour.script)
      let engine = try await CurlEngine.start()
      let start = ContinuousClock.now
      let error = try await engine.failure(of: get(server, timeout: .milliseconds(300)))
      let elapsed = ContinuousClock.now - start
      #expect(error.kind == .timedOut(connected: true))
      #expect(error.status == behaviour.status)
      #expect(elapsed >= .milliseconds(299))
      #expect(elapsed < .milliseconds(900))
    }

    @Test func `a connection that nobody answers times out unconnected`() async throws {
      let full = try LoopbackSocket.full()
      defer { for descriptor in full.descriptors { close(descriptor) } }
      let target = CurlRequest.Target.connection(host: "127.0.0.1", port: full.port)
      let request = CurlRequest(target, timeout: .milliseconds(200))
      let error = try await CurlEngine.start().failure(of: request)
      #expect(error.kind == .timedOut(connected: false))
      #expect(error.timings.nameLookup != nil)
      #expect(error.remote == nil)
    }

    @Test func `a limit under a millisecond is a limit all the same`() async throws {
      let server = try ScriptedServer([.beSilent])
      let error = try await CurlEngine.start().failure(of: get(server, timeout: .zero))
      #expect(error.kind == .timedOut(connected: true) || error.kind == .timedOut(connected: false))
    }

    @Test func `a limit of centuries is accepted`() async throws {
      let server = try ScriptedServer(answer: "HTTP/1.1 204 No Content\r\n\r\n")
      let request = get(server, timeout: .seconds(Int64.max))
      #expect(try await CurlEngine.start().perform(request).status == 204)
    }

    @Test func `a body as long as its limit is accepted`() async throws {
      let server = try ScriptedServer(answer: "HTTP/1.1 200 OK\r\n\r\n12345")
      var request = get(server)
      request.bodyLimit = 5
      #expect(try await CurlEngine.start().perform(request).body.count == 5)
    }

    @Test(arguments: [0, 4])
    func `a body over its limit ends the transfer`(_ limit: Int) async throws {
      let server = try ScriptedServer(answer: "HTTP/1.1 302 Found\r\n\r\n12345")
      var request = get(server)
      request.bodyLimit = limit
      let error = try await CurlEngine.start().failure(of: request)
      #expect(error.kind == .bodyTooLarge(limit: limit))
      #expect(error.status == 302)
    }

    @Test(arguments: [
      ("abc", 2, "ab"), ("abc", 3, "abc"), ("abc", 4, "abc"), ("", 1, ""), ("abc", 0, ""),
    ])
    func `an answer is complete with as much of the body as is needed`(
      body: String,
      needed: Int,
      taken: String
    ) async throws {
      let server = try ScriptedServer(answer: "HTTP/1.1 200 OK\r\n\r\n\(body)")
      var request = get(server)
      request.bodyNeeded = needed
      let response = try await CurlEngine.start().perform(request)
      #expect(response.status == 200)
      #expect(String(decoding: response.body, as: UTF8.self) == taken)
    }

    @Test(arguments: [
      "Content-Length: 100000\r\n\r\nabc", "\r\nabc",
      "Transfer-Encoding: chunked\r\n\r\nFFFFF\r\nabc",
    ])
    func `what is not needed is not waited for`(answer: String) async throws {
      let server = try ScriptedServer([
        .readRequest, .send("HTTP/1.1 200 OK\r\n\(answer)"), .beSilent,
      ])
      var request = get(server)
      request.bodyNeeded = 3
      request.bodyLimit = 3
      let engine = try await CurlEngine.start()
      for _ in 0..<2 { #expect(try await engine.perform(request).body == Array("abc".utf8)) }
    }

    @Test func `a header as long as its limit is accepted`() async throws {
      let header = "HTTP/1.1 204 No Content\r\nX: a\r\n\r\n"
      let server = try ScriptedServer(answer: header)
      var request = get(server)
      request.headerLimit = header.utf8.count
      #expect(try await CurlEngine.start().perform(request).status == 204)
      request.headerLimit -= 1
      let error = try await CurlEngine.start().failure(of: request)
      #expect(error.kind == .headerTooLarge(limit: header.utf8.count - 1))
    }

    static let floods = [
      Behaviour(
        testDescription: "a body without end",
        script: [.send("HTTP/1.1 200 OK\r\n\r\n"), .flood("0123456789")]
      ),
      Behaviour(
        testDescription: "header lines without end",
        script: [.send("HTTP/1.1 200 OK\r\n"), .flood("X: a\r\n")]
      ),
      Behaviour(
        testDescription: "a header line without end",
        script: [.send("HTTP/1.1 200 OK\r\nX: "), .flood("0123456789")]
      ),
      Behaviour(
        testDescription: "interim responses without end",
        script: [.flood("HTTP/1.1 103 Early Hints\r\n\r\n")]
      ),
      Behaviour(
        testDescription: "chunk extensions without end",
        script: [
          .send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1"), .flood(";0123456789"),
        ]
      ),
      Behaviour(
        testDescription: "trailers without end",
        script: [
          .send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n"), .flood("X: a\r\n"),
        ]
      ),
    ]

    @Test(arguments: floods)
    func `a flood ends by a limit`(_ behaviour: Behaviour) async throws {
      let server = try ScriptedServer(behaviour.script)
      let start = ContinuousClock.now
      let request = get(server, timeout: .seconds(2))
      let error = try await CurlEngine.start().failure(of: request)
      switch error.kind {
      case .bodyTooLarge(65_536), .headerTooLarge(65_536), .headerTooLarge(102_400),
        .timedOut(connected: true):
        break
      default:
        Issue.record("\(error.kind): \(error.code) \(error.osError) \(error)")
      }
      #expect(ContinuousClock.now - start < .seconds(4))
    }
  }
}
