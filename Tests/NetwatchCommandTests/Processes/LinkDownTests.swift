import NetwatchTestSupport
import Testing

/// An interface that is set down takes the IPv4 default route along without a message.
@Suite(.enabled(if: NetworkSandbox.isAvailable)) struct LinkDownTests {
  // The recovery delay: what is wrongly published for a link that is up again comes within it.
  private static let recoveryDelay = Duration.milliseconds(250)

  @Test func `down, up and a new default route make two changes`() async throws {
    let sandbox = try NetworkSandbox.base()
    let watch = try Watch(in: sandbox)
    let first = try await watch.next()
    #expect(first.connectionAssumedAvailable && first.sequence == 1)

    try sandbox.ip("link set v0 down")
    let down = try await watch.next(within: .seconds(1))
    #expect(!down.connectionAssumedAvailable && down.sequence == 2)
    #expect(down.level == "none" && down.cause == "link")
    #expect(down.ipv4 == .init(reachable: false, reason: "noRoute"))

    try await watch.wakes { try sandbox.ip("link set v0 up") }
    try await Task.sleep(for: Self.recoveryDelay * 2)
    try sandbox.ip("route add default via 198.51.100.1")
    let up = try await watch.next(within: .seconds(1))
    #expect(up.connectionAssumedAvailable && up.sequence == 3)
    #expect(up.cause == "route" && up.ipv4 == first.ipv4)
    try #expect(await watch.end() == [])
  }

  @Test func `the object is the contract's, to the byte`() async throws {
    let sandbox = try NetworkSandbox.base()
    let process = try Netwatch.start(["--json", "--loss-delay", "0"], in: sandbox)
    let line = try #require(try await process.nextLine())
    let state = try PrintedState(line)
    let index = try #require(state.ipv4.index)
    #expect(
      line == """
        {"time":"\(state.time)","sequence":1,"connectionAssumedAvailable":true,"level":"unverified",\
        "since":"\(state.time)","generation":1,\
        "ipv4":{"reachable":true,"interface":"v0","index":\(index),"gateway":"198.51.100.1",\
        "source":"198.51.100.2"},"ipv6":{"reachable":false,"reason":"noRoute"},"cause":"start",\
        "explanation":"default route via 198.51.100.1 on v0",\
        "counters":{"messages":0,"evaluations":\(state.counters.evaluations),"overruns":0,"probes":0},\
        "mode":"netlink"}
        """
    )
    let shape = state.time.map { $0.isNumber ? "0" : $0 }
    #expect(String(shape) == "0000-00-00T00:00:00.000000Z")
  }

  @Test func `people read the same in columns`() async throws {
    let sandbox = try NetworkSandbox.base()
    let process = try Netwatch.start([], in: sandbox)
    var lines: [String] = []
    try lines.append(#require(try await process.nextLine()))
    try sandbox.ip("link set v0 down")
    try lines.append(#require(try await process.nextLine()))
    try sandbox.batch(["link set v0 up", "route add default via 198.51.100.1"])
    try lines.append(#require(try await process.nextLine()))
    #expect(
      lines.map(textBehindTime) == [
        "available    unverified  v0    default route via 198.51.100.1 on v0",
        "unavailable  none        -     no route",
        "available    unverified  v0    default route via 198.51.100.1 on v0",
      ]
    )
    process.terminate()
    try #expect(await process.waitForExit() == .success)
    #expect(process.stderr == "")
  }
}
