import NetwatchCore
import NetwatchTestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct ScriptedServerTests {
  /// Asks with curl(1), which exits with a code of its own for each kind of failure.
  private func curl(_ server: ScriptedServer, _ arguments: String...) async throws -> ProcessOutput
  {
    let command = ["curl", "-s", "-m", "10"] + arguments + ["\(server.origin)/path?q"]
    return try await awaitThread { try ChildProcess.run(command) }
  }

  @Test func `a canned response arrives with its status, headers and body`() async throws {
    let server = try ScriptedServer(
      script: .http(
        status: 503,
        reason: "Busy",
        headers: ["Retry-After": "5", "Retry-After": "7"],
        body: "later"
      )
    )
    let output = try await curl(server, "-i")
    #expect(
      output.stdout == """
        HTTP/1.1 503 Busy\r
        Retry-After: 5\r
        Retry-After: 7\r
        Content-Length: 5\r
        \r
        later
        """
    )
  }

  @Test func `requests are recorded with their bodies`() async throws {
    let server = try ScriptedServer()
    _ = try await curl(server, "-d", "a=b", "-H", "X-Test: yes")
    let request = try #require(server.requests.first)
    #expect(request.line == "POST /path?q HTTP/1.1")
    #expect(request.method == "POST")
    #expect(request.target == "/path?q")
    #expect(request.header("x-test") == "yes")
    #expect(request.body == "a=b")
  }

  @Test func `one connection serves several requests`() async throws {
    let server = try ScriptedServer(script: .http(body: "."))
    let output = try await curl(server, "\(server.origin)/first", "\(server.origin)/second")
    #expect(output.stdout == "...")
    #expect(server.connectionCount == 1)
    #expect(server.requests.map(\.target) == ["/first", "/second", "/path?q"])
  }

  @Test func `without keep-alive every request has a connection`() async throws {
    let server = try ScriptedServer(script: .http(status: 204, keepsAlive: false))
    _ = try await curl(server, "\(server.origin)/first")
    #expect(server.connectionCount == 2)
  }

  @Test func `queued scripts come first, and a new script takes over`() async throws {
    let server = try ScriptedServer(script: .http(body: "b"))
    server.enqueue(.http(body: "a"))
    #expect(try await curl(server).stdout == "a")
    #expect(try await curl(server).stdout == "b")
    server.script = .http(body: "c")
    #expect(try await curl(server).stdout == "c")
  }

  @Test func `a response can depend on the request`() async throws {
    let server = try ScriptedServer(
      script: [.readRequest, .respond { [.response(body: $0.target)] }, .again]
    )
    #expect(try await curl(server).stdout == "/path?q")
  }

  @Test(
    arguments: [
      ([.readRequest, .reset], 56), ([.readRequest, .close], 52),
      ([.readRequest, .hang], 28), ([.hang], 28), ([.readRequest, .send("nonsense\r\n\r\n")], 1),
      ([.readRequest, .send("HTTP/1.1 200 OK\r\n\r\n"), .sendEvery("x", .milliseconds(50))], 28),
      ([.readRequest, .response(), .sendForever("x")], 0),
      ([.readRequest, .send("HTTP/1.1 200 OK\r\n\r\n"), .sendForever("xxxxxxxx")], 28),
      ([.readRequest, .send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nx")], 18),
      (
        [
          .readRequest, .pause(.milliseconds(50)), .sendBytes(Array("HTTP/1.1 204 N\r\n\r\n".utf8)),
        ], 0
      ),
    ] as [(ScriptedServer.Script, Int32)]
  )
  func `a client meets`(script: ScriptedServer.Script, curlCode: Int32) async throws {
    let server = try ScriptedServer(script: script)
    #expect(try await curl(server, "-m", "0.5", "-o", "/dev/null").status == .exited(curlCode))
    #expect(server.connectionCount == 1)
    try await eventually(within: .seconds(5)) { server.openConnectionCount == 0 }
  }

  @Test func `a client that is reset at once fails, in whatever call`() async throws {
    let server = try ScriptedServer(script: [.reset])
    #expect(try await curl(server).status != .success)
    #expect(server.requestCount == 0)
  }

  @Test func `a stopped server ends its connections and frees its port`() async throws {
    let server = try ScriptedServer(script: [.hang])
    let port = server.address.port
    async let output = curl(server)
    try await eventually(within: .seconds(5)) { server.openConnectionCount == 1 }
    server.stop()
    #expect(try await output.status != .success)
    server.stop()
    let successor = try ScriptedServer(port: port, script: .http(body: "back"))
    #expect(try await curl(successor).stdout == "back")
  }

  @Test(.enabled(if: NetworkSandbox.isAvailable), arguments: AddressFamily.allCases)
  func `a server in one namespace answers a client in another`(family: AddressFamily) async throws {
    let pair = try NetworkPair(families: [family])
    let server = try ScriptedServer(
      in: pair.server.name,
      address: NetworkPair.serverAddress(family),
      port: 80,
      script: .http(body: "hello")
    )
    let origin = server.origin
    let output = try await awaitThread { try pair.client.exec(["curl", "-s", "-m", "10", origin]) }
    #expect(output.stdout == "hello")
  }
}
