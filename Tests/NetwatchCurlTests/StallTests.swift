import CLinux
import Glibc
import NetwatchCurl
import NetwatchTestSupport
import Testing

extension CurlTests {
  @Suite struct StallTests {
    @Test func `the limit for connecting ends what has not connected`() async throws {
      let full = try LoopbackSocket.full()
      defer { for descriptor in full.descriptors { close(descriptor) } }
      var request = pooled("GET", "http://127.0.0.1:\(full.port)/")
      request.connectTimeout = .milliseconds(200)
      let start = ContinuousClock.now
      let error = try await CurlEngine.start().failure(of: request)
      #expect(error.kind == .timedOut(connected: false))
      #expect(error.sendCount == 0)
      #expect(ContinuousClock.now - start < .seconds(3))
    }

    @Test func `a handshake that does not end was not sent anything`() async throws {
      let server = try KeepingServer(script: [.hang])
      var request = pooled("GET", "https://\(server.address)/")
      request.connectTimeout = .milliseconds(200)
      let error = try await CurlEngine.start().failure(of: request)
      #expect(error.kind == .timedOut(connected: true))
      #expect(error.sendCount == 0)
    }

    @Test(arguments: ["http", "https"])
    func `a request that waits for a connection is timed out and cancelled`(
      _ scheme: String
    ) async throws {
      // Over TLS the second waits for what the first one's handshake says; otherwise the connections
      // to one host are all in use.
      let server = try KeepingServer(script: [.hang])
      let engine = try await CurlEngine.start()
      let url = "\(scheme)://\(server.address)/"
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<(scheme == "http" ? 128 : 1) {
          group.addTask { _ = try? await engine.perform(pooled("GET", url)) }
        }
        try await eventually(within: .seconds(5)) {
          server.connectionCount == (scheme == "http" ? 128 : 1)
        }
        let request = pooled("GET", url, timeout: .milliseconds(300))
        let start = ContinuousClock.now
        let error = try await engine.failure(of: request)
        #expect(error.kind == .timedOut(connected: false))
        #expect(error.sendCount == 0)
        #expect(ContinuousClock.now - start < .seconds(3))
        let latency = try await fastestEnd { _ = try await engine.perform(pooled("GET", url)) }
        #expect(latency < .milliseconds(50))
        group.cancelAll()
      }
    }

    @Test func `the limit for connecting does not hold afterwards`() async throws {
      let server = try KeepingServer(script: [
        .readRequest, .pause(.milliseconds(500)), .response(body: "late"), .again,
      ])
      var request = pooled("GET", server.origin)
      request.connectTimeout = .milliseconds(200)
      #expect(try await CurlEngine.start().perform(request).body == Array("late".utf8))
    }

    @Test(arguments: ["", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nabc"])
    func `a server that falls silent is given up`(_ beginning: String) async throws {
      let server = try KeepingServer(script: [.readRequest, .send(beginning), .hang])
      var request = pooled("GET", server.origin)
      request.stallTimeout = .milliseconds(200)
      let start = ContinuousClock.now
      let error = try await CurlEngine.start().failure(of: request)
      #expect(error.kind == .timedOut(connected: true))
      #expect(error.sendCount == 1)
      #expect(ContinuousClock.now - start >= .milliseconds(200))
      #expect(ContinuousClock.now - start < .seconds(3))
    }

    @Test func `a server that goes on slowly is not given up`() async throws {
      let server = try KeepingServer(script: [
        .readRequest, .send("HTTP/1.1 200 OK\r\nContent-Length: 30\r\n\r\n"),
        .sendEvery("a", .milliseconds(20)),
      ])
      var request = pooled("GET", server.origin)
      request.stallTimeout = .milliseconds(300)
      #expect(try await CurlEngine.start().perform(request).body.count == 30)
    }

    @Test func `the time that a reader takes does not count`() async throws {
      let server = try KeepingServer(script: .http(body: String(repeating: "a", count: 8_000_000)))
      var request = pooled("GET", server.origin)
      request.stallTimeout = .milliseconds(200)
      let stream = try await CurlEngine.start().open(request)
      try await Task.sleep(for: .milliseconds(800))
      #expect(try await stream.rest().count == 8_000_000)
    }

    @Test func `the time that a writer takes does not count`() async throws {
      let server = try KeepingServer()
      let engine = try await CurlEngine.start()
      let pipe = CurlBodyPipe()
      var request = pooled("PUT", server.origin, body: .pipe(pipe, length: 2))
      request.stallTimeout = .milliseconds(200)
      async let response = engine.perform(request)
      try await pipe.write([65])
      try await Task.sleep(for: .milliseconds(800))
      try await pipe.write([65])
      pipe.finish()
      #expect(try await response.status == 200)
    }
  }
}
