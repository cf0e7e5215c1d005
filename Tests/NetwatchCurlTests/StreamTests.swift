import CLinux
import Glibc
import NetwatchCurl
import NetwatchTestSupport
import Testing

extension CurlTests {
  @Suite struct StreamTests {
    @Test func `the head comes before the body, and interim heads are left out`() async throws {
      let server = try KeepingServer(script: [
        .readRequest, .send("HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n"),
        .send("HTTP/1.1 200 OK\r\nContent-Length: 6\r\nX-A: b\r\n\r\n"), .pause(.milliseconds(100)),
        .send("abc"), .pause(.milliseconds(100)), .send("def"), .again,
      ])
      let engine = try await CurlEngine.start()
      let stream = try await engine.open(pooled("GET", server.origin))
      #expect(stream.head.status == 200)
      #expect(stream.head.firstValue(ofHeader: "x-a") == "b")
      #expect(stream.head.firstValue(ofHeader: "Link") == nil)
      #expect(stream.head.contentLength == 6)
      #expect(stream.head.remote?.port == server.address.port)
      #expect(try await stream.next() == Array("abc".utf8))
      #expect(try await stream.rest() == Array("def".utf8))
      #expect(try await stream.next() == nil)
      _ = try await engine.perform(pooled("GET", server.origin))
      #expect(server.connectionCount == 1)
    }

    @Test(arguments: [
      "HTTP/1.1 204 No Content\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n",
    ])
    func `an answer without a body ends at once`(_ text: String) async throws {
      let server = try KeepingServer(script: [.readRequest, .send(text), .again])
      let stream = try await CurlEngine.start().open(pooled("GET", server.origin))
      #expect(try await stream.next() == nil)
    }

    @Test func `a server is held up while nobody reads`() async throws {
      let server = try KeepingServer(script: [
        .readRequest, .send("HTTP/1.1 200 OK\r\n\r\n"),
        .sendForever(String(repeating: "0123456789", count: 1_000)),
      ])
      let stream = try await CurlEngine.start().open(pooled("GET", server.origin))
      try await Task.sleep(for: .milliseconds(300))
      for _ in 0..<50 {
        let count = try #require(try await stream.next()).count
        #expect(count <= 262_144 + 16_384)
      }
      var total = 0
      while total < 50_000_000 { total += try #require(try await stream.next()).count }
      stream.cancel()
      let error = await #expect(throws: CurlError.self) { try await stream.rest() }
      #expect(error?.kind == .cancelled)
      try await eventually(within: .seconds(5)) { server.openConnectionCount == 0 }
    }

    @Test func `a stream that is let go of ends its transfer`() async throws {
      let server = try KeepingServer(script: [
        .readRequest, .send("HTTP/1.1 200 OK\r\n\r\nabc"), .hang,
      ])
      let engine = try await CurlEngine.start()
      do {
        let stream = try await engine.open(pooled("GET", server.origin))
        #expect(try await stream.next() == Array("abc".utf8))
      }
      try await eventually(within: .seconds(5)) { server.openConnectionCount == 0 }
    }

    @Test func `an engine that is let go of keeps its streams`() async throws {
      let server = try KeepingServer(script: [
        .readRequest, .send("HTTP/1.1 200 OK\r\n\r\nabc"), .pause(.milliseconds(200)), .send("def"),
      ])
      let stream = try await CurlEngine.start().open(pooled("GET", server.origin))
      #expect(try await stream.rest() == Array("abcdef".utf8))
    }

    struct Break: CustomTestStringConvertible, Sendable {
      let testDescription: String
      let script: KeepingServer.Script
      let kind: CurlError.Kind
    }

    static let head = "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\n"

    @Test(arguments: [
      Break(
        testDescription: "before the head",
        script: [.readRequest, .close],
        kind: .closedEarly
      ),
      Break(
        testDescription: "in the head",
        script: [.readRequest, .send("HTTP/1.1 200 OK\r\nX: "), .reset],
        kind: .reset
      ),
      Break(
        testDescription: "endless header",
        script: [.readRequest, .send("HTTP/1.1 200 OK\r\n"), .sendForever("X: 0123456789\r\n")],
        kind: .headerTooLarge(limit: 65_536)
      ),
      Break(
        testDescription: "no HTTP",
        script: [.readRequest, .send("SSH-2.0-OpenSSH\r\n"), .close],
        kind: .malformedResponse
      ),
    ])
    func `a break before the body fails the opening`(_ case: Break) async throws {
      let server = try KeepingServer(script: `case`.script)
      let error = try await CurlEngine.start().openingFailure(of: pooled("GET", server.origin))
      #expect(error.kind == `case`.kind, "\(error)")
      #expect(error.isRequestSent)
    }

    @Test(arguments: [
      Break(testDescription: "after the head", script: [.send(head), .close], kind: .closedEarly),
      Break(
        testDescription: "in the body",
        script: [.send(head), .send("abc"), .pause(.milliseconds(50)), .close],
        kind: .closedEarly
      ),
      Break(
        testDescription: "reset in the body",
        script: [.send(head), .send("abc"), .pause(.milliseconds(50)), .reset],
        kind: .reset
      ),
      Break(
        testDescription: "no chunk",
        script: [.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\nxyz\r\n")],
        kind: .malformedResponse
      ),
    ])
    func `a break in the body comes after what was there`(_ case: Break) async throws {
      let server = try KeepingServer(script: [.readRequest] + `case`.script)
      let stream = try await CurlEngine.start().open(pooled("GET", server.origin))
      var bytes: [UInt8] = []
      let error = await #expect(throws: CurlError.self) {
        while let chunk = try await stream.next() { bytes += chunk }
      }
      #expect(error?.kind == `case`.kind, "\(String(describing: error))")
      #expect(bytes.isEmpty || bytes == Array("abc".utf8))
      #expect(error?.status == 200)
    }

    @Test func `a body goes to a descriptor, and that of an error into memory`() async throws {
      let server = try KeepingServer(script: .http(body: "page"))
      let engine = try await CurlEngine.start()
      let file = try File([])
      var request = pooled("GET", server.origin)
      request.sink = .descriptor(file.descriptor)
      request.bodyLimit = 7
      let response = try await engine.perform(request)
      #expect(response.body.isEmpty)
      #expect(response.bodyLength == 4)
      #expect(file.content() == Array("page".utf8))
      server.script = .http(status: 503, body: "no page")
      #expect(try await engine.perform(request).body == Array("no page".utf8))
      #expect(file.content() == Array("page".utf8))
    }

    @Test(arguments: [("/dev/full", ENOSPC), ("/dev/null/closed", EBADF)])
    func `a sink that takes nothing ends the transfer`(_ path: String, _ code: CInt) async throws {
      let server = try KeepingServer(script: .http(body: "page"))
      let descriptor = open(path, O_WRONLY | O_CLOEXEC)
      defer { if descriptor >= 0 { close(descriptor) } }
      var request = pooled("GET", server.origin)
      request.sink = .descriptor(descriptor)
      let error = try await CurlEngine.start().failure(of: request)
      #expect(error.kind == .sinkFailed)
      #expect(error.osError == code)
      #expect(error.status == 200)
    }

    @Test func `progress is told at the end, and not too often`() async throws {
      let server = try KeepingServer(script: [
        .readRequest, .send("HTTP/1.1 200 OK\r\nContent-Length: 30\r\n\r\n"),
        .send("0123456789"), .pause(.milliseconds(150)), .send("0123456789"),
        .pause(.milliseconds(150)), .send("0123456789"), .again,
      ])
      let reports = Reports()
      var request = pooled("PUT", server.origin, body: .bytes(.init(repeating: 1, count: 100_000)))
      request.progress = { reports.add($0) }
      _ = try await CurlEngine.start().perform(request)
      let all = reports.all
      #expect((2...20).contains(all.count))
      #expect(all.last?.bytesSent == 100_000)
      #expect(all.last?.bytesToSend == 100_000)
      #expect(all.last?.bytesReceived == 30)
      #expect(all.last?.bytesExpected == 30)
      #expect(zip(all, all.dropFirst()).allSatisfy { $0.bytesReceived <= $1.bytesReceived })
    }
  }
}
