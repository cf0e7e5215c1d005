import NetwatchCore
import NetwatchTestSupport
import Testing

/// `run` where there is no connection, or not always.
@Suite(.enabled(if: NetworkSandbox.isAvailable), .timeLimit(.minutes(1)))
struct RunConnectivityTests {
  private static let wayOut = "route add default via 198.51.100.1"

  private let sandbox: NetworkSandbox
  private let tally: Tally

  init() throws {
    sandbox = try NetworkSandbox.base()
    tally = try Tally()
  }

  private func start(_ options: [String], _ command: [String]) throws -> ChildProcess {
    try Netwatch.start(["run", "--json"] + options + ["--"] + command, in: sandbox)
  }

  private func events(of process: ChildProcess) throws -> [PrintedRunEvent] {
    try process.stderr.split(separator: "\n").map { try PrintedRunEvent(String($0)) }
  }

  @Test func `a failure without a connection waits for one, and costs no attempt`() async throws {
    try sandbox.ip("route del default")
    let command = tally.counting("exec ip route get 9.9.9.9 >/dev/null 2>&1")
    let process = try start(["--max-attempts", "1"], command)
    try await process.says(#""event":"waiting""#)
    try #expect(tally.count == 1)
    try sandbox.ip(Self.wayOut)
    try #expect(await process.waitForExit() == .success)
    try #expect(tally.count == 2)
    let events = try events(of: process)
    #expect(
      events.map(\.event) == [
        "attemptStarted", "attemptEnded", "waiting", "connected", "attemptStarted", "attemptEnded",
      ]
    )
    #expect(events[2].explanation == "no route" && events[2].attempt == 1)
    #expect(events[4].attempt == 2 && events[5].status == 0)
    #expect(events[4].pid == events[5].pid && events[4].pid != events[0].pid)
  }

  @Test func `people are told what is waited for`() async throws {
    try sandbox.ip("route del default")
    let process = try Netwatch.start(["run", "--"] + tally.counting("test $n = 2"), in: sandbox)
    try await process.says("waiting")
    try sandbox.ip(Self.wayOut)
    try #expect(await process.waitForExit() == .success)
    let lines = process.stderr.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(
      lines[0] == "netwatch: attempt 1 failed with status 1; waiting for connectivity: no route"
    )
    #expect(lines[1].hasPrefix("netwatch: connected after "))
  }

  @Test func `after a wait attempts and delays are counted anew`() async throws {
    // The third attempt takes the way out, and so fails without a connection.
    let command = tally.counting("test $n = 3 && ip route del default; exit 1")
    let process = try start(["--max-attempts", "4", "--base", "8ms"], command)
    try await process.says(#""event":"waiting""#)
    try sandbox.ip(Self.wayOut)
    try #expect(await process.waitForExit() == .exited(1))
    let events = try events(of: process)
    let steps = events.filter { ["backoff", "waiting", "gaveUp"].contains($0.event) }
    #expect(steps.map(\.attempt) == [1, 2, 3, 4, 5, 6, 7])
    #expect(steps.map(\.window) == [8, 16, nil, 8, 16, 32, nil])
    #expect(steps.last?.reason == "attempts")
  }

  @Test func `the first attempt waits too where that is wanted`() async throws {
    try sandbox.ip("route del default")
    let process = try start(["--when-connected"], tally.counting("exit 0"))
    try await process.says(#""event":"waiting""#)
    try #expect(tally.count == 0)
    try sandbox.ip(Self.wayOut)
    try #expect(await process.waitForExit() == .success)
    try #expect(events(of: process).map(\.event).prefix(2) == ["waiting", "connected"])
    try #expect(tally.count == 1)
  }

  @Test func `nothing is waited for where there is a connection`() async throws {
    let process = try start(["--when-connected"], ["true"])
    try #expect(await process.waitForExit() == .success)
    try #expect(events(of: process).map(\.event) == ["attemptStarted", "attemptEnded"])
  }

  @Test func `a probe that fails is no connection, and one that succeeds is`() async throws {
    let pair = try NetworkPair(families: [.ipv4])
    let server = try ScriptedServer(
      in: pair.server.name,
      address: NetworkPair.serverIPv4,
      script: .http(status: 503)
    )
    let process = try Netwatch.start(
      ["run", "--json", "--when-connected", "--probe", "\(server.origin)/", "--"]
        + tally.counting("exit 0"),
      in: pair.client
    )
    try await process.says(#""event":"waiting""#)
    try #expect(events(of: process)[0].explanation?.contains("answered 503") == true)
    try #expect(tally.count == 0)
    server.script = .http(status: 204)
    try #expect(await process.waitForExit() == .success)
    try #expect(tally.count == 1)
  }

  @Test func `another namespace is judged, and the command runs in this one`() async throws {
    let other = try NetworkSandbox()
    let options = ["--when-connected", "--netns", other.name]
    let process = try start(options, ["sh", "-c", "ip route show default"])
    try await process.says(#""event":"waiting""#)
    try other.batch([
      "link add w0 type veth peer name w1", "link set w0 up", "link set w1 up",
      "addr add 203.0.113.2/24 dev w0", "route add default via 203.0.113.1",
    ])
    try #expect(await process.waitForExit() == .success)
    #expect(process.stdout.hasPrefix("default via 198.51.100.1"))
  }
}
