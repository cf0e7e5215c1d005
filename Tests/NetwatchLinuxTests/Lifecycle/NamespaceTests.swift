import NetwatchCore
import NetwatchLinux
import NetwatchTestSupport
import Testing

/// The namespace that a manager was made for, whatever becomes of its name.
@Suite(.enabled(if: NetworkSandbox.isAvailable), .timeLimit(.minutes(1)))
struct NamespaceTests {
  @Test func `a name that is given to another namespace changes nothing`() async throws {
    let place = try await ProbedPair.make()
    try place.serve(.noContent)
    let manager = try LinuxConnectivityManager(configuration: place.configuration())
    try place.pair.client.giveNameAway()
    #expect(manager.isConnectionAssumedAvailable)
    try await whileRunning(manager) {
      // The probe leaves from the old namespace: the new one leads nowhere.
      try await eventually(within: .seconds(5)) { manager.current.level == .full }
      #expect(try manager.links().map(\.name).sorted() == ["lo", "v0"])
      // Only who listens to the old one hears of this before the next look.
      try place.pair.server.ip("link set v1 down")
      try await eventually(within: .seconds(5)) { !manager.isConnectionAssumedAvailable }
      #expect(manager.current.cause == .link)
      #expect(await manager.diagnose().links[.ipv4]?.name == "v0")
    }
  }
}

extension NetworkSandbox {
  /// Deletes the namespace's name, and makes another namespace of the same name.
  fileprivate func giveNameAway() throws {
    try ChildProcess.check(["ip", "netns", "del", name])
    try ChildProcess.check(["ip", "netns", "add", name])
  }
}
