import NetwatchTestSupport
import Testing

@testable import NetwatchSystemd

@Suite struct InheritedSocketsTests {
  /// Puts sockets that listen to descriptors 3 and on, and tells of them in the variables.
  private static func handOver(_ sockets: [String], names: String?, count: Int? = nil) -> String {
    var lines = [
      "sockets = []",
      "def take(s, listens=True):",
      "  if listens: s.listen()",
      "  sockets.append(os.dup(s.fileno()))",
      "  os.set_inheritable(sockets[-1], True)",
      "def place():",
      "  high = [__import__('fcntl').fcntl(fd, 0, 100) for fd in sockets]",
      "  os.closerange(3, 100)",
      "  for index, fd in enumerate(high): os.dup2(fd, 3 + index)",
      "  os.closerange(100, 200)",
    ]
    lines += sockets + ["place()", "os.environ['LISTEN_FDS'] = '\(count ?? sockets.count)'"]
    if let names { lines.append("os.environ['LISTEN_FDNAMES'] = '\(names)'") }
    return lines.joined(separator: "\n")
  }

  private static let local = "take(socket.create_server(('127.0.0.1', 0)))"
  private static let datagram = "take(socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM), False)"
  private static let deaf = "take(socket.socket(), False)"
  private static let pipe = "sockets.append(os.pipe()[0])"

  private static func unix(_ path: String) -> String {
    "u = socket.socket(socket.AF_UNIX); u.bind('\(path)'); take(u)"
  }

  private static func tcp(_ address: String, _ family: String = "AF_INET6") -> String {
    "t = socket.socket(socket.\(family)); t.bind(('\(address)', 0)); take(t)"
  }

  private func output(_ python: String) async throws -> [String] {
    try await Service.run(["sockets"], after: python).stdout.split(separator: "\n").map(String.init)
  }

  @Test func `sockets come in their order, closed for children, and their variables go`()
    async throws
  {
    let folder = try TemporaryFolder()
    let sockets = [Self.unix(folder.file("api")), Self.local]
    #expect(
      try await output(Self.handOver(sockets, names: "api:http")) == [
        "3 unix closed", "4 tcp(isLoopback: true) closed", "left: []",
      ]
    )
  }

  @Test func `sockets need no names`() async throws {
    #expect(
      try await output(Self.handOver([Self.local], names: nil)) == [
        "3 tcp(isLoopback: true) closed", "left: []",
      ]
    )
  }

  @Test(
    arguments: [
      (tcp("0.0.0.0", "AF_INET"), false), (tcp("127.8.0.1", "AF_INET"), true), (tcp("::1"), true),
      (tcp("::"), false), (tcp("::ffff:127.0.0.1"), true),
    ]
  )
  func `a socket that others can reach is told from one that they can't`(
    socket: String,
    isLoopback: Bool
  ) async throws {
    #expect(
      try await output(Self.handOver([socket], names: "http")).first
        == "3 tcp(isLoopback: \(isLoopback)) closed"
    )
  }

  @Test(
    arguments: [datagram, deaf, pipe],
    [("http:odd", "odd"), (nil, "unknown")] as [(String?, String)]
  )
  func `what is no listening stream socket is refused by its name`(
    socket: String,
    named names: (all: String?, own: String)
  ) async throws {
    #expect(
      try await output(Self.handOver([Self.local, socket], names: names.all)) == [
        "The inherited descriptor 4 (\(names.own)) is no listening stream socket: its unit needs"
          + " ListenStream= and Accept=no"
      ]
    )
  }

  @Test(arguments: ["os.environ['LISTEN_FDS'] = '-1'", "os.environ['LISTEN_FDS'] = 'two'"])
  func `a count that is none is refused`(python: String) async throws {
    #expect(try await output(python).first?.hasPrefix(Self.refusal) == true)
  }

  @Test func `a count of descriptors that are not there is refused`() async throws {
    let python = Self.handOver([Self.local], names: nil, count: 2)
    #expect(try await output(python) == [Self.refusal + "Bad file descriptor"])
  }

  @Test func `names that are not as many as the descriptors are refused`() async throws {
    let python = Self.handOver([Self.local], names: "a:b")
    #expect(try await output(python) == [Self.refusal + "Invalid argument"])
  }

  private static let refusal =
    "The inherited sockets could not be taken (LISTEN_FDS, LISTEN_FDNAMES): "

  @Test func `sockets of another process are none of ours, and the variables go too`() async throws
  {
    let environment = ["LISTEN_PID": "1", "LISTEN_FDS": "1", "LISTEN_FDNAMES": "api"]
    #expect(try await Service.run(["sockets"], environment).stdout == "left: []\n")
  }

  @Test func `without a manager there are none`() async throws {
    #expect(try await Service.run(["sockets"]).stdout == "left: []\n")
  }
}
