import CLinux
import Glibc
import NetwatchCore
import NetwatchCurl
import Testing

extension CurlTests {
  @Suite struct FailureTests {
    @Test func `a closed port refuses`() async throws {
      let closed = try LoopbackSocket.closed()
      defer { close(closed.descriptor) }
      let engine = try await CurlEngine.start()
      for target in [
        CurlRequest.Target.url("http://127.0.0.1:\(closed.port)/"),
        .connection(host: "127.0.0.1", port: closed.port),
      ] {
        let error = try await engine.failure(of: CurlRequest(target, timeout: .seconds(10)))
        #expect(error.kind == .refused)
        #expect(error.osError == ECONNREFUSED)
        #expect(error.timings.nameLookup != nil)
        #expect(error.timings.connect == nil)
        #expect(error.status == nil)
      }
    }

    struct Misbehaviour: CustomTestStringConvertible, Sendable {
      let testDescription: String
      let script: [ScriptedServer.Step]
      let kind: CurlError.Kind
      var status: Int?
    }

    static let misbehaviours = [
      Misbehaviour(testDescription: "reset", script: [.readRequest, .reset], kind: .reset),
      Misbehaviour(
        testDescription: "reset in the body",
        script: [
          .readRequest, .send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc"), .reset,
        ],
        kind: .reset,
        status: 200
      ),
      Misbehaviour(
        testDescription: "closed before any byte",
        script: [.readRequest],
        kind: .closedEarly
      ),
      Misbehaviour(
        testDescription: "body shorter than announced",
        script: [.readRequest, .send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc")],
        kind: .closedEarly,
        status: 200
      ),
      Misbehaviour(
        testDescription: "no header",
        script: [.readRequest, .send("SSH-2.0-OpenSSH_9.2\r\n")],
        kind: .malformedResponse
      ),
      Misbehaviour(
        testDescription: "a chunk without a length",
        script: [
          .readRequest, .send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n"),
        ],
        kind: .malformedResponse,
        status: 200
      ),
      Misbehaviour(
        testDescription: "a NUL in the header",
        script: [.readRequest, .send("HTTP/1.1 200 OK\r\nX: a\0b\r\n\r\n")],
        kind: .malformedResponse,
        status: 200
      ),
    ]

    @Test(arguments: misbehaviours)
    func `a server that misbehaves is named`(_ case: Misbehaviour) async throws {
      let server = try ScriptedServer(`case`.script)
      let error = try await CurlEngine.start().failure(of: get(server))
      #expect(error.kind == `case`.kind, "\(error.code) \(error.osError) \(error.message)")
      #expect(error.status == `case`.status)
      #expect(error.remote?.port == server.port)
    }

    @Test(arguments: [
      ("", CurlError.Kind.malformedURL), ("127.0.0.1", .malformedURL), ("http://", .malformedURL),
      ("http://a b/", .malformedURL), ("http://127.0.0.1:99999/", .malformedURL),
      ("http://127.0.0.1/\0", .malformedURL), ("http://[::1", .malformedURL),
      ("ftp://127.0.0.1/", .unsupportedScheme), ("file:///etc/passwd", .unsupportedScheme),
      ("nonsense://127.0.0.1/", .unsupportedScheme),
    ])
    func `a URL that cannot be asked for is refused`(
      _ url: String,
      _ kind: CurlError.Kind
    ) async throws {
      let request = CurlRequest(.url(url), timeout: .seconds(10))
      let error = try await CurlEngine.start().failure(of: request)
      #expect(error.kind == kind)
      #expect(error.message.contains(url.debugDescription))
    }

    @Test(arguments: ["", "a/b", "a b", "user@host", "host:80", "[::1]", "a\0b"])
    func `a host that is none is refused`(_ host: String) async throws {
      let target = CurlRequest.Target.connection(host: host, port: 80)
      let request = CurlRequest(target, timeout: .seconds(10))
      #expect(try await CurlEngine.start().failure(of: request).kind == .malformedURL)
    }

    @Test(arguments: [
      CurlHeader(name: "", value: "a"), CurlHeader(name: "A B", value: "a"),
      CurlHeader(name: "A:", value: "a"), CurlHeader(name: "A", value: "a\r\nB: c"),
      CurlHeader(name: "A", value: "a\0"),
    ])
    func `a header that could be read as two is refused`(_ header: CurlHeader) async throws {
      let server = try ScriptedServer(answer: "HTTP/1.1 204 No Content\r\n\r\n")
      var request = get(server)
      request.headers = [header]
      #expect(try await CurlEngine.start().failure(of: request).kind == .invalidHeader)
      request = get(server)
      request.userAgent = "a\r\nB: c"
      #expect(try await CurlEngine.start().failure(of: request).kind == .invalidHeader)
      #expect(server.requests.isEmpty)
    }

    @Test func `a name without addresses is not resolved`() async throws {
      let request = CurlRequest(.url("http://127.0.0.1.invalid../"), timeout: .seconds(10))
      let error = try await CurlEngine.start().failure(of: request)
      #expect(error.kind == .nameNotResolved)
      #expect(error.remote == nil)
    }

    @Test(.enabled(if: ThreadNamespace.isAvailable))
    func `without a route the host is unreachable`() async throws {
      // A new network namespace has no route to anywhere.
      let engine = try await CurlEngine.start {
        try check("unshare", linux_unshare(linux_new_network))
      }
      for host in ["192.0.2.1", "[2001:db8::1]"] {
        let request = CurlRequest(.url("http://\(host)/"), timeout: .seconds(10))
        let error = try await engine.failure(of: request)
        #expect(error.kind == .unreachable, "\(error.osError)")
      }
    }
  }
}
