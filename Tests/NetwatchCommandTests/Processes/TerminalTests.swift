import NetwatchCore
import NetwatchTestSupport
import Testing

/// What reaches a terminal.
@Suite(.enabled(if: NetworkSandbox.isAvailable)) struct TerminalTests {
  @Test func `escape characters in the name of an interface are shown, not sent`() throws {
    let sandbox = try NetworkSandbox()
    let name = "v\u{1b}[31m"
    try sandbox.batch([
      "link add \(name) type veth peer name v1", "link set \(name) up", "link set v1 up",
      "addr add 198.51.100.2/24 dev \(name)", "route add default via 198.51.100.1",
    ])
    for command in [["status"], ["status", "--json"], ["explain"], ["explain", "--json"]] {
      let output = try Netwatch.run(command + ["--interface", name], in: sandbox)
      #expect(output.status == .success && isPlain(output.stdout + output.stderr))
      #expect(output.stdout.contains("[31m"))
    }
    let state = try PrintedState(Netwatch.run(["status", "--json"], in: sandbox).stdout)
    #expect(state.ipv4.interface == name)
    let missing = try Netwatch.run(["status", "--interface", "w\u{1b}[31m"], in: sandbox)
    #expect(missing.status == .exited(2) && isPlain(missing.stderr))
  }

  @Test func `escape characters in a location are shown, not sent`() throws {
    let pair = try NetworkPair(families: [.ipv4])
    let location = "http://198.51.100.1/\u{1b}]0;title\u{7}\u{9b}31m"
    let server = try ScriptedServer(
      in: pair.server.name,
      address: NetworkPair.serverIPv4,
      script: .http(status: 302, headers: ["Location": location])
    )
    let url = "\(server.origin)/"
    let commands = [
      ["probe", url], ["probe", "--json", url], ["status", "--probe", url],
      ["status", "--json", "--probe", url], ["explain", "--probe", url],
      ["wait", "--timeout", "1s", "--probe", url],
    ]
    for command in commands {
      let output = try Netwatch.run(command, in: pair.client)
      #expect(output.status == .exited(1) && isPlain(output.stdout + output.stderr))
      #expect((output.stdout + output.stderr).contains("]0;title"))
    }
  }

  @Test(arguments: [("", true), ("NO_COLOR=1", false), ("TERM=dumb", false)])
  func `there is colour on a terminal that wants it`(variable: String, isColoured: Bool) throws {
    let sandbox = try NetworkSandbox.base()
    let command = "TERM=xterm NO_COLOR= \(variable) \(Netwatch.path) status"
    let output = try sandbox.exec(["script", "-qec", "env \(command)", "/dev/null"])
    let text = isColoured ? "\u{1b}[32mavailable  \u{1b}[0m  unver" : "available    unver"
    #expect(output.stdout.contains(text))
    #expect(output.stdout.contains("\u{1b}") == isColoured)
  }
}
