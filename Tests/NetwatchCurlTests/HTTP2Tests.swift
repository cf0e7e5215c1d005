import NetwatchCurl
import Testing

extension CurlTests {
  @Suite(.enabled(if: NginxServer.isAvailable)) struct HTTP2Tests {
    @Test func `requests over TLS share one connection in HTTP/2`() async throws {
      let server = try NginxServer()
      // Often, because what was read for one transfer by another can be left lying by libcurl.
      for _ in 0..<50 {
        let engine = try await CurlEngine.start()
        let ends = try await withThrowingTaskGroup { group in
          for _ in 0..<20 { group.addTask { try await Self.localEnd(of: server, with: engine) } }
          return try await group.reduce(into: Set<CurlEndpoint?>()) { $0.insert($1) }
        }
        #expect(ends.count == 1)
      }
    }

    private static func localEnd(
      of server: NginxServer,
      with engine: CurlEngine
    ) async throws -> CurlEndpoint? {
      var request = pooled("GET", "\(server.tlsOrigin)/ok")
      request.authorities = server.certificate
      let response = try await engine.perform(request)
      #expect(response.httpVersion == .http2)
      #expect(response.isVerifiedTLS)
      #expect(response.body == Array("ok".utf8))
      return response.local
    }

    @Test func `a session is taken up again by another connection`() async throws {
      // It closes every connection, and its page says how the session came to be.
      let server = try TLSServer(subject: "IP:127.0.0.1")
      let engine = try await CurlEngine.start()
      var request = pooled("GET", "https://127.0.0.1:\(server.port)/")
      request.authorities = server.certificate
      for beginning in ["New", "Reused"] {
        let page = String(decoding: try await engine.perform(request).body, as: UTF8.self)
        #expect(page.contains("\n\(beginning), TLSv1.3"))
      }
    }

    @Test func `without its authority the server is refused`() async throws {
      let server = try NginxServer()
      let error = try await CurlEngine.start().failure(of: pooled("GET", "\(server.tlsOrigin)/ok"))
      #expect(error.kind == .tls(.certificate))
      #expect(error.sendCount == 0)
    }

    @Test func `a body that a task writes arrives in HTTP/2`() async throws {
      let server = try NginxServer()
      let engine = try await CurlEngine.start()
      let pipe = CurlBodyPipe()
      var request = pooled("PUT", "\(server.tlsOrigin)/piped", body: .pipe(pipe, length: nil))
      request.authorities = server.certificate
      async let response = engine.perform(request)
      for number in 0..<40 {
        try await pipe.write([UInt8](repeating: UInt8(number), count: 25_000))
        if number % 10 == 0 { try await Task.sleep(for: .milliseconds(20)) }
      }
      pipe.finish()
      #expect(try await response.status == 201)
      let expected = (0..<40).flatMap { [UInt8](repeating: UInt8($0), count: 25_000) }
      #expect(try server.content(of: "piped") == expected)
    }

    @Test func `a stream that is given up leaves the others alone`() async throws {
      let server = try NginxServer()
      let engine = try await CurlEngine.start()
      var put = pooled(
        "PUT",
        "\(server.tlsOrigin)/large",
        body: .bytes(.init(repeating: 7, count: 4_000_000))
      )
      put.authorities = server.certificate
      #expect(try await engine.perform(put).status == 201)
      var get = put
      (get.method, get.body) = ("GET", .none)
      for _ in 0..<20 {
        let kept = try await engine.open(get)
        do {
          let dropped = try await engine.open(get)
          _ = try await dropped.next()
        }
        #expect(try await kept.rest().count == 4_000_000)
      }
    }
  }
}
