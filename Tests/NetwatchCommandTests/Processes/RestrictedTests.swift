import CLinux
import Glibc
import NetwatchTestSupport
import Testing

/// A process that is not allowed everything.
@Suite(.enabled(if: NetworkSandbox.isAvailable)) struct RestrictedTests {
  @Test func `without netlink it polls, and says so`() async throws {
    let sandbox = try NetworkSandbox.base()
    let watch = try Watch(in: sandbox, through: Restriction.refusing([Restriction.netlink]))
    let first = try await watch.next()
    #expect(first.mode == "polling" && first.connectionAssumedAvailable)
    #expect(first.ipv4 == .init(reachable: true, source: "198.51.100.2"))
    #expect(first.explanation == "a route with the source address 198.51.100.2")
    try sandbox.ip("route del default")
    // It looks every 5 s, and a loss is damped.
    let lost = try await watch.next(within: .seconds(7))
    #expect(!lost.connectionAssumedAvailable && lost.cause == "poll")
    #expect(lost.ipv4 == .init(reachable: false, reason: "noRoute"))
    #expect(
      watch.process.stderr
        == "netwatch: changes are found by looking every 5 s: netlink is refused here\n"
    )
    try #expect(await watch.end() == [])
  }

  @Test func `people read what is known without netlink`() throws {
    let sandbox = try NetworkSandbox.base()
    let wrapper = Restriction.refusing([Restriction.netlink])
    let status = try Netwatch.run(["status"], in: sandbox, through: wrapper)
    #expect(
      status.lines.map(textBehindTime) == [
        "available    unverified  -     a route with the source address 198.51.100.2"
      ]
    )
    let explanation = try Netwatch.run(["explain"], in: sandbox, through: wrapper)
    #expect(
      Array(explanation.lines.dropFirst()) == [
        "  ipv4    reachable, source 198.51.100.2",
        "  ipv6    unreachable: no route",
        "  probes  none configured; --probe URL verifies beyond the route",
        "  damping nothing pending, 0 flaps in the last minute",
        "  mode    polling every 5 s, because netlink is refused here",
        "          links and gateways are not seen",
      ]
    )
  }

  @Test func `without netlink one interface alone is not judged`() throws {
    let sandbox = try NetworkSandbox.base()
    let output = try Netwatch.run(
      ["status", "--interface", "v0"],
      in: sandbox,
      through: Restriction.refusing([Restriction.netlink])
    )
    #expect(output.status == .exited(3) && output.stdout == "")
    #expect(output.stderr.contains("one interface alone cannot be judged"))
  }

  @Test(arguments: ["watch", "status", "wait", "explain"])
  func `without netlink and IPv4 it cannot work`(command: String) throws {
    let sandbox = try NetworkSandbox.base()
    let wrapper = Restriction.refusing([Restriction.netlink, Restriction.ipv4])
    let output = try Netwatch.run([command], in: sandbox, through: wrapper)
    #expect(output.status == .exited(3) && output.stdout == "")
    #expect(output.stderr == "netwatch: neither netlink nor IPv4 sockets are allowed here\n")
  }

  // A user of its own that may have no second thread; root is not held to the limit.
  @Test(
    .enabled(if: Privilege.isHostRoot, "becoming another user takes root outside a user namespace")
  ) func `where threads are refused it says so`() throws {
    let sandbox = try NetworkSandbox.base()
    let limited = """
      import os, resource, sys
      os.setgid(54321); os.setuid(54321)
      resource.setrlimit(resource.RLIMIT_NPROC, (1, 1))
      os.execv(sys.argv[1], sys.argv[1:])
      """
    let output = try Netwatch.run(["status"], in: sandbox, through: ["python3", "-c", limited])
    #expect(output.status == .exited(3) && output.stdout == "")
    #expect(output.stderr == "netwatch: the system refuses a thread (error 11)\n")
  }

  @Test(arguments: [4, 6, 8, 12, 18])
  func `with too few files to open it says so`(limit: Int) throws {
    let sandbox = try NetworkSandbox.base()
    for command in [
      ["status"], ["watch", "--count", "1"], ["probe", "tcp://198.51.100.2:9"],
    ] {
      let output = try Netwatch.shell(#"ulimit -n \#(limit); exec "$@""#, command, in: sandbox)
      #expect(output.status == .exited(3) && output.stdout == "")
      #expect(output.complaints.count == 1 && output.stderr.contains("raise its limit"))
    }
  }

  @Test func `with files enough it works`() throws {
    let sandbox = try NetworkSandbox.base()
    let commands = [
      (["status"], Int32(0)), (["watch", "--count", "1"], 0),
      (["probe", "tcp://198.51.100.2:9"], 1),
      (["status", "--probe", "tcp://198.51.100.2:9"], 1),
    ]
    for (command, status) in commands {
      let output = try Netwatch.shell(#"ulimit -n 19; exec "$@""#, command, in: sandbox)
      #expect(output.status == .exited(status) && output.stderr == "")
    }
  }
}
