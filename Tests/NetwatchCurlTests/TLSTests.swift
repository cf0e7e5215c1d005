import CLinux
import Glibc
import NetwatchCurl
import Testing

extension CurlTests {
  @Suite struct TLSTests {
    private static func request(_ port: UInt16) -> CurlRequest {
      CurlRequest(.url("https://127.0.0.1:\(port)/"), timeout: .seconds(10))
    }

    @Test func `a certificate that nobody vouches for is refused`() async throws {
      let server = try TLSServer(subject: "IP:127.0.0.1")
      let error = try await CurlEngine.start().failure(of: Self.request(server.port))
      #expect(error.kind == .tls(.certificate))
      #expect(error.remote?.port == server.port)
      #expect(error.status == nil)
      #expect(!error.isVerifiedTLS)
    }

    @Test(.enabled(if: ThreadNamespace.isAvailable))
    func `a certificate of a known authority is accepted`() async throws {
      let server = try TLSServer(subject: "IP:127.0.0.1")
      let engine = try await Self.engine(trusting: server)
      for _ in 0..<2 {
        let response = try await engine.perform(Self.request(server.port))
        #expect(response.status == 200)
        #expect(response.isVerifiedTLS)
        let tls = try #require(response.timings.tls)
        #expect(try #require(response.timings.connect) <= tls)
        #expect(tls <= (try #require(response.timings.firstByte)))
        // The page of s_server says so: a session is never taken up again.
        #expect(String(decoding: response.body, as: UTF8.self).contains("\nNew, TLSv1.3"))
      }
    }

    @Test(
      .enabled(if: ThreadNamespace.isAvailable),
      arguments: [(3, CurlError.Kind.closedEarly), (2, .bodyTooLarge(limit: 2))]
    )
    func `a failure behind the status line tells that TLS was verified`(
      bodyLimit: Int,
      kind: CurlError.Kind
    ) async throws {
      let server = try TLSServer(
        subject: "IP:127.0.0.1",
        answer: "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc"
      )
      var request = CurlRequest(
        .url("https://127.0.0.1:\(server.port)/answer"),
        timeout: .seconds(10)
      )
      request.bodyLimit = bodyLimit
      let error = try await Self.engine(trusting: server).failure(of: request)
      #expect(error.kind == kind, "\(error)")
      #expect(error.status == 200)
      #expect(error.isVerifiedTLS)
    }

    @Test(.enabled(if: ThreadNamespace.isAvailable))
    func `the authorities are read once, not for each connection`() async throws {
      let server = try TLSServer(subject: "IP:127.0.0.1")
      let engine = try await Self.engine(trusting: server)
      #expect(try await engine.perform(Self.request(server.port)).status == 200)
      try check("truncate", truncate(server.certificate, 0))
      #expect(try await engine.perform(Self.request(server.port)).status == 200)
    }

    @Test(.enabled(if: ThreadNamespace.isAvailable))
    func `a certificate for another name is refused`() async throws {
      let server = try TLSServer(subject: "DNS:elsewhere.example")
      let error = try await Self.engine(trusting: server).failure(of: Self.request(server.port))
      #expect(error.kind == .tls(.certificate))
    }

    @Test(arguments: [[ScriptedServer.Step.send("HTTP/1.1 200 OK\r\n\r\n")], []])
    func `a server that does not speak TLS is told apart`(
      _ script: [ScriptedServer.Step]
    ) async throws {
      let server = try ScriptedServer(script)
      let error = try await CurlEngine.start().failure(of: Self.request(server.port))
      #expect(error.kind == .tls(.handshake), "\(error.code) \(error.osError) \(error)")
    }

    // The reset can come before the handshake has begun, or in it, where OpenSSL keeps it to itself.
    @Test func `a reset instead of a handshake is one or the other, and nothing else`() async throws
    {
      let server = try ScriptedServer([.reset])
      let error = try await CurlEngine.start().failure(of: Self.request(server.port))
      #expect([.reset, .tls(.handshake)].contains(error.kind), "\(error.code) \(error.osError)")
    }

    @Test func `a silent handshake times out as a connection that stood`() async throws {
      let server = try ScriptedServer([.beSilent])
      var request = Self.request(server.port)
      request.timeout = .milliseconds(100)
      let error = try await CurlEngine.start().failure(of: request)
      #expect(error.kind == .timedOut(connected: true))
    }

    private static func engine(trusting server: TLSServer) async throws -> CurlEngine {
      let certificate = server.certificate
      return try await CurlEngine.start {
        try ThreadNamespace.replace("/etc/ssl/certs/ca-certificates.crt", with: certificate)
      }
    }
  }
}
