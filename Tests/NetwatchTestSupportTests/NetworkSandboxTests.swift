import NetwatchTestSupport
import Testing

@Suite(.enabled(if: NetworkSandbox.isAvailable), .timeLimit(.minutes(1)))
struct NetworkSandboxTests {
  @Test func `a namespace goes with its object`() throws {
    var sandbox: NetworkSandbox? = try NetworkSandbox()
    let name = try #require(sandbox?.name)
    #expect(try ChildProcess.check(["ip", "netns", "list"]).contains(name))
    sandbox = nil
    #expect(try !ChildProcess.check(["ip", "netns", "list"]).contains(name))
  }

  @Test func `deleting twice is deleting once`() throws {
    let sandbox = try NetworkSandbox()
    try sandbox.delete()
    try sandbox.delete()
  }

  @Test func `the base namespace has a default route that a lookup finds`() throws {
    let sandbox = try NetworkSandbox.base()
    let route = try sandbox.ip("route get 192.0.2.80")
    #expect(route.contains("via 198.51.100.1 dev v0 src 198.51.100.2"))
  }

  @Test func `a refused command carries the kernel's answer`() throws {
    let sandbox = try NetworkSandbox.base()
    let error = #expect(throws: CommandFailure.self) {
      try sandbox.ip("route add default via 198.51.100.1")
    }
    #expect(error?.description.contains("File exists") == true)
  }

  @Test func `a kernel parameter changes in the namespace only`() throws {
    let sandbox = try NetworkSandbox()
    let key = "net.ipv4.conf.all.ignore_routes_with_linkdown"
    let outside = try ChildProcess.check(["sysctl", "-n", key])
    try sandbox.sysctl(key, "1")
    #expect(try sandbox.exec(["sysctl", "-n", key]).stdout == "1\n")
    #expect(try ChildProcess.check(["sysctl", "-n", key]) == outside)
  }

  @Test func `a packet filter is loaded into the namespace`() throws {
    let sandbox = try NetworkSandbox()
    try sandbox.nft("table inet f { chain in { type filter hook input priority 0; }; }")
    #expect(try sandbox.exec(["nft", "list", "tables"]).stdout == "table inet f\n")
  }

  @Test func `a program started inside reports what happens there`() async throws {
    let sandbox = try NetworkSandbox.base()
    let monitor = try sandbox.start(["ip", "monitor", "route"])
    // The monitor says nothing when it is ready: repeat the change until it has seen one.
    try await eventually(within: .seconds(10)) {
      try sandbox.ip("route replace 203.0.113.0/24 via 198.51.100.1")
      try sandbox.ip("route del 203.0.113.0/24")
      return monitor.stdout.contains("203.0.113.0/24 via 198.51.100.1 dev v0")
    }
  }

  @Test func `a thread enters the namespace, and the test stays outside`() throws {
    let sandbox = try NetworkSandbox()
    let link = "/proc/thread-self/ns/net"
    let before = try ChildProcess.check(["readlink", "/proc/self/ns/net"])
    let inside = try onThread(in: sandbox.name) { try ChildProcess.check(["readlink", link]) }
    #expect(inside != before)
    #expect(try ChildProcess.check(["readlink", link]) == before)
  }

  @Test func `a namespace that is not there is an error`() async {
    await #expect(throws: SystemCallFailure.self) { try await awaitThread(in: "nw-none") {} }
  }
}
