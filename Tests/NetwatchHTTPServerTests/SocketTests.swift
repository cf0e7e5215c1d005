import CLinux
import Glibc
import NetwatchTestSupport
import Testing

@testable import NetwatchHTTPServer

@Suite(.timeLimit(.minutes(1)))
struct SocketTests {
  private func server(at path: String, mode: UInt32 = 0o600, group: UInt32? = nil) throws
    -> HTTPServer
  {
    let listener = ServerListener.unix(path: path, mode: mode, group: group)
    return try HTTPServer(HTTPServerSettings(listeners: [listener]), handler: echo)
  }

  @Test(arguments: [0o600, 0o660, 0o666] as [UInt32])
  func `The socket has the mode that was asked for, whatever the umask`(mode: UInt32) throws {
    let folder = try TemporaryFolder()
    let server = try server(at: folder.file("s"), mode: mode)
    #expect(try status(of: folder.file("s")).st_mode & 0o777 == mode)
    withExtendedLifetime(server) {}
  }

  @Test(.enabled(if: Privilege.isHostRoot))
  func `The socket has the group that was asked for`() throws {
    let folder = try TemporaryFolder()
    let server = try server(at: folder.file("s"), mode: 0o660, group: 4321)
    #expect(try status(of: folder.file("s")).st_gid == 4321)
    withExtendedLifetime(server) {}
  }

  @Test func `A server that never ran leaves no file`() throws {
    let folder = try TemporaryFolder()
    _ = try server(at: folder.file("s"))
    #expect(try folder.names == [])
  }

  @Test func `A socket that nobody listens at is replaced`() async throws {
    let folder = try TemporaryFolder()
    try leaveSocket(at: folder.file("s"))
    try await running(try server(at: folder.file("s"))) {
      let client = try TestClient.unix(folder.file("s"))
      try await client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
      #expect(try await client.answer().hasPrefix("HTTP/1.1 200 "))
    }
  }

  @Test func `A socket that somebody listens at is left alone`() throws {
    let folder = try TemporaryFolder()
    let first = try server(at: folder.file("s"))
    let error = #expect(throws: HTTPServerError.self) { try server(at: folder.file("s")) }
    #expect(error?.description == "Another server listens at \(folder.file("s")) already.")
    _ = try TestClient.unix(folder.file("s"))
    withExtendedLifetime(first) {}
  }

  @Test func `A file or a link at the path is left alone`() throws {
    let folder = try TemporaryFolder()
    try folder.write("precious", to: "file")
    try leaveSocket(at: folder.file("stale"))
    #expect(symlink(folder.file("stale"), folder.file("link")) == 0)
    #expect(symlink(folder.file("nowhere"), folder.file("dangling")) == 0)
    for name in ["file", "link", "dangling"] {
      let error = #expect(throws: HTTPServerError.self) { try server(at: folder.file(name)) }
      #expect(error?.description.contains("something else than a socket") == true)
    }
    #expect(try folder.names == ["dangling", "file", "link", "stale"])
    #expect(try folder.read("file") == Array("precious".utf8))
  }

  @Test(arguments: ["relative", "/" + String(repeating: "x", count: 108), "/a\0b", ""])
  func `A path that no socket can have is refused`(path: String) {
    #expect(throws: HTTPServerError.self) { try server(at: path) }
  }

  @Test func `The file of another server is not removed in the end`() throws {
    let folder = try TemporaryFolder()
    var first: HTTPServer? = try server(at: folder.file("s"))
    #expect(unlink(folder.file("s")) == 0)
    let second = try server(at: folder.file("s"))
    #expect(first != nil)
    first = nil
    #expect(try folder.names == ["s"])
    withExtendedLifetime(second) {}
  }

  @Test func `A port is served on the loopback address, and is taken then`() async throws {
    let settings = HTTPServerSettings(listeners: [.tcp(port: 0)])
    let server = try HTTPServer(settings) { request in
      ServerResponse(status: request.isTCP && request.peer == nil ? 200 : 500)
    }
    let port = try #require(server.port)
    let error = #expect(throws: HTTPServerError.self) {
      try HTTPServer(HTTPServerSettings(listeners: [.tcp(port: port)]), handler: echo)
    }
    #expect(
      error?.description == "Cannot listen on 127.0.0.1, port \(port): Address already in use."
    )
    try await running(server) {
      let client = try TestClient.tcp(port)
      try await client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
      #expect(try await client.answer().hasPrefix("HTTP/1.1 200 "))
    }
  }

  @Test func `An inherited socket is served, and what is none is refused`() async throws {
    let folder = try TemporaryFolder()
    let socket = try leaveSocket(at: folder.file("s"), isListening: true)
    let settings = HTTPServerSettings(listeners: [.inherited(descriptor: socket)])
    try await running(try HTTPServer(settings, handler: echo)) {
      let client = try TestClient.unix(folder.file("s"))
      try await client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
      #expect(try await client.answer().hasPrefix("HTTP/1.1 200 "))
    }
    // The file is whoever's made it.
    #expect(try folder.names == ["s"])
    for other in [dup(0), Glibc.socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)] {
      #expect(throws: HTTPServerError.self) {
        try HTTPServer(
          HTTPServerSettings(listeners: [.inherited(descriptor: other)]),
          handler: echo
        )
      }
    }
  }

  @Test func `An inherited TCP socket is served on a loopback address alone`() throws {
    for own in try ListeningSocket.open(.tcp(port: 0)) {
      let copy = dup(try #require(own.descriptor))
      let settings = HTTPServerSettings(listeners: [.inherited(descriptor: copy)])
      #expect(try HTTPServer(settings, handler: echo).port != nil)
    }
    // Bound to no address, it listens at all of them.
    let everywhere = Glibc.socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
    try #require(listen(everywhere, 1) == 0)
    let settings = HTTPServerSettings(listeners: [.inherited(descriptor: everywhere)])
    let error = #expect(throws: HTTPServerError.self) { try HTTPServer(settings, handler: echo) }
    #expect(error?.description.hasSuffix("is not on a loopback address.") == true)
  }

  private func status(of path: String) throws -> stat {
    var status = stat()
    try #require(lstat(path, &status) == 0)
    return status
  }

  /// Binds a socket as a server does that dies.
  @discardableResult
  private func leaveSocket(at path: String, isListening: Bool = false) throws -> CInt {
    let socket = Glibc.socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
    let address = try #require(UnixAddress(path))
    try #require(address.bind(socket))
    if isListening {
      listen(socket, 10)
    } else {
      close(socket)
    }
    return socket
  }
}
