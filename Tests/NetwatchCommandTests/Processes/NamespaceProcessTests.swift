import NetwatchCore
import NetwatchTestSupport
import Testing

/// Namespaces of the network and of time.
@Suite(.enabled(if: NetworkSandbox.isAvailable)) struct NamespaceProcessTests {
  @Test(arguments: ["", "/run/netns/"])
  func `another namespace is watched from outside`(folder: String) async throws {
    let sandbox = try NetworkSandbox.base()
    let process = try Netwatch.start(["--json", "--netns", folder + sandbox.name])
    let first = try PrintedState(#require(try await process.nextLine()))
    #expect(first.ipv4.gateway == "198.51.100.1" && first.sequence == 1)
    try sandbox.ip("link set v0 down")
    let second = try PrintedState(#require(try await process.nextLine()))
    #expect(!second.connectionAssumedAvailable)
  }

  @Test func `probes leave by the namespace that is watched`() throws {
    let pair = try NetworkPair(families: [.ipv4])
    let server = try ScriptedServer(
      in: pair.server.name,
      address: NetworkPair.serverIPv4,
      script: .http(status: 204)
    )
    let output = try Netwatch.run(["probe", "\(server.origin)/", "--netns", pair.client.name])
    #expect(output.status == .success)
  }

  @Test func `a clock far ahead since boot changes nothing`() async throws {
    let sandbox = try NetworkSandbox.base()
    let watch = try Watch(in: sandbox, through: ["unshare", "-T", "--boottime", "1000000"])
    try #expect(await watch.next().connectionAssumedAvailable)
    let loss = ContinuousClock.now
    try sandbox.ip("route del default")
    let lost = try await watch.next()
    #expect(!lost.connectionAssumedAvailable && lost.cause == "route")
    #expect(loss.duration(to: .now) >= .milliseconds(100))
    try #expect(await watch.end() == [])
  }
}
