import CLinux
import Glibc
import NetwatchCore
import NetwatchCurl
import NetwatchTestSupport
import Testing

extension CurlTests {
  @Suite struct PoolTests {
    @Test func `a kept connection is used again`() async throws {
      let server = try KeepingServer()
      let engine = try await CurlEngine.start()
      for number in 0..<5 {
        let response = try await engine.perform(pooled("GET", "\(server.origin)/\(number)"))
        #expect(response.status == 200)
        #expect(response.httpVersion == .http1_1)
        #expect(response.sendCount == 1)
      }
      #expect(server.connectionCount == 1)
      #expect(server.requests.map(\.target) == (0..<5).map { "/\($0)" })
    }

    @Test func `nothing of a request shows in the next one`() async throws {
      let server = try KeepingServer()
      let engine = try await CurlEngine.start()
      var first = pooled("PUT", "\(server.origin)/a", body: .bytes(Array("body".utf8)))
      first.headers = [.init(name: "X-A", value: "b"), .init(name: "Content-Type", value: "c/d")]
      first.userAgent = "tests"
      _ = try await engine.perform(first)
      _ = try await engine.perform(pooled("GET", "\(server.origin)/b"))
      _ = try await engine.perform(pooled("POST", "\(server.origin)/c"))
      _ = try await engine.perform(pooled("HEAD", "\(server.origin)/d"))
      let host = "Host: \(server.address)"
      #expect(
        server.requests.map { $0.head.split(separator: "\r\n").map(String.init) } == [
          [
            "PUT /a HTTP/1.1", host, "User-Agent: tests", "Accept: */*", "X-A: b",
            "Content-Type: c/d", "Content-Length: 4",
          ],
          ["GET /b HTTP/1.1", host, "Accept: */*"],
          ["POST /c HTTP/1.1", host, "Accept: */*", "Content-Length: 0"],
          ["HEAD /d HTTP/1.1", host, "Accept: */*"],
        ]
      )
    }

    @Test func `a fresh connection is closed, and no kept one is taken for it`() async throws {
      let server = try KeepingServer()
      let engine = try await CurlEngine.start()
      _ = try await engine.perform(pooled("GET", server.origin))
      _ = try await engine.perform(CurlRequest(.url(server.origin), timeout: .seconds(10)))
      #expect(server.connectionCount == 2)
      try await eventually(within: .seconds(5)) { server.openConnectionCount == 1 }
    }

    @Test func `a retired engine ends what it has begun, and closes its connections`() async throws
    {
      let server = try KeepingServer()
      let before = try Descriptors.count()
      let engine = try await CurlEngine.start()
      _ = try await engine.perform(pooled("GET", server.origin))
      server.script = [.readRequest, .pause(.milliseconds(300)), .response(body: "late")]
      async let late = engine.perform(
        CurlRequest(.url("\(server.origin)/late"), timeout: .seconds(10))
      )
      try await eventually(within: .seconds(5)) { server.requestCount == 2 }
      engine.retire()
      let refusal = try await engine.failure(of: pooled("GET", server.origin))
      #expect(refusal.kind == .engineRetired)
      #expect(!refusal.isRequestSent)
      #expect(try await late.body == Array("late".utf8))
      try await eventually(within: .seconds(5)) { server.openConnectionCount == 0 }
      #expect(try await Descriptors.count(settlingTo: before) <= before)
    }

    @Test func `idle connections are closed after their time`() async throws {
      let server = try KeepingServer()
      let engine = try await CurlEngine.start(idleLimit: .seconds(1))
      for _ in 0..<2 { _ = try await engine.perform(pooled("GET", server.origin)) }
      #expect(server.connectionCount == 1)
      try await eventually(within: .seconds(10)) { server.openConnectionCount == 0 }
      #expect(try await engine.perform(pooled("GET", server.origin)).status == 200)
    }

    @Test(arguments: [CurlRequest.Sends.once, .repeatable])
    func `a connection found closed before the request is sent is replaced`(
      _ sends: CurlRequest.Sends
    ) async throws {
      let server = try KeepingServer()
      server.enqueue(KeepingServer.Script.http(keepsAlive: true).dropLast() + [.close])
      let engine = try await CurlEngine.start()
      _ = try await engine.perform(pooled("GET", server.origin))
      try await eventually(within: .seconds(5)) { server.openConnectionCount == 0 }
      var request = pooled("POST", server.origin)
      request.sends = sends
      #expect(try await engine.perform(request).sendCount == 1)
      #expect(server.requestCount == 2)
    }

    @Test(arguments: [KeepingServer.Step.close, .reset])
    func `what may be repeated is sent once more when the connection dies`(
      _ death: KeepingServer.Step
    ) async throws {
      let (server, engine) = try await Self.serverThatDies(by: death)
      var request = pooled("PUT", "\(server.origin)/again", body: .bytes(Array("body".utf8)))
      request.sends = .repeatable
      #expect(try await engine.perform(request).sendCount == 2)
      #expect(server.requests.map(\.target) == ["/", "/again", "/again"])
      #expect(server.requests.map(\.body) == ["", "body", "body"])
    }

    @Test(arguments: [KeepingServer.Step.close, .reset])
    func `what may not be repeated is sent once and fails`(
      _ death: KeepingServer.Step
    ) async throws {
      let (server, engine) = try await Self.serverThatDies(by: death)
      let request = pooled("POST", "\(server.origin)/once", body: .bytes(Array("body".utf8)))
      let error = try await engine.failure(of: request)
      #expect(error.kind == .notSentAgain)
      #expect(error.sendCount == 1)
      #expect(error.isRequestSent)
      #expect(server.requests.map(\.target) == ["/", "/once"])
    }

    @Test func `a body that was read from a task is not sent twice`() async throws {
      let (server, engine) = try await Self.serverThatDies(by: .close)
      let pipe = CurlBodyPipe()
      try await pipe.write(Array("body".utf8))
      pipe.finish()
      var request = pooled("PUT", "\(server.origin)/pipe", body: .pipe(pipe, length: 4))
      request.sends = .repeatable
      #expect(try await engine.failure(of: request).kind == .notSentAgain)
      #expect(server.requests.map(\.target) == ["/", "/pipe"])
    }

    /// A server that has answered once on a connection, and ends it behind the next request.
    private static func serverThatDies(
      by death: KeepingServer.Step
    ) async throws -> (KeepingServer, CurlEngine) {
      let server = try KeepingServer()
      server.enqueue(KeepingServer.Script.http().dropLast() + [.readRequest, death])
      let engine = try await CurlEngine.start()
      _ = try await engine.perform(pooled("GET", server.origin))
      return (server, engine)
    }

    @Test func `a proxy is asked, by whichever way it is named`() async throws {
      let proxy = try KeepingServer()
      let engine = try await CurlEngine.start()
      var request = pooled("GET", "http://nonesuch.invalid/page")
      request.proxy = proxy.origin
      #expect(try await engine.perform(request).status == 200)
      request.proxy = nil
      setenv("http_proxy", proxy.origin, 1)
      defer { unsetenv("http_proxy") }
      #expect(try await engine.perform(request).status == 200)
      #expect(
        proxy.requests.map(\.target) == Array(repeating: "http://nonesuch.invalid/page", count: 2)
      )
    }

    @Test func `a proxy that will not pass a connection on is named`() async throws {
      let proxy = try KeepingServer(script: .http(status: 403))
      var request = pooled("POST", "https://nonesuch.invalid/", body: .bytes([1]))
      request.proxy = proxy.origin
      let error = try await CurlEngine.start().failure(of: request)
      #expect(error.kind == .proxyFailed)
      #expect(error.sendCount == 0)
      #expect(!error.isRequestSent)
    }

    @Test func `a refused connection proves that nothing was sent`() async throws {
      let closed = try LoopbackSocket.closed()
      defer { close(closed.descriptor) }
      let request = pooled("POST", "http://127.0.0.1:\(closed.port)/", body: .bytes([1]))
      let error = try await CurlEngine.start().failure(of: request)
      #expect(error.kind == .refused)
      #expect(error.sendCount == 0)
      #expect(!error.isRequestSent)
    }
  }
}
