import NetwatchTestSupport
import Testing

/// How long changes of availability are held back.
@Suite(.enabled(if: NetworkSandbox.isAvailable)) struct DampingProcessTests {
  private static let clock = ContinuousClock()

  @Test func `a loss that is over at once prints nothing`() async throws {
    let sandbox = try NetworkSandbox.base()
    let watch = try Watch(in: sandbox)
    _ = try await watch.next()
    try await watch.wakes {
      try sandbox.batch(["route del default", "route add default via 198.51.100.1"])
    }
    // Past the loss delay and the recovery delay.
    try await Task.sleep(for: .milliseconds(400))
    try sandbox.ip("link set v0 name w0")
    let marker = try await watch.next()
    #expect(marker.sequence == 2 && marker.ipv4.interface == "w0")
    try #expect(await watch.end() == [])
  }

  @Test func `the recovery delay doubles from the second loss on`() async throws {
    let sandbox = try NetworkSandbox.base()
    let watch = try Watch(in: sandbox)
    _ = try await watch.next()
    for delay in [250, 500, 1000].map(Duration.milliseconds) {
      let loss = Self.clock.now
      try sandbox.ip("route del default")
      try #expect(await !watch.next().connectionAssumedAvailable)
      #expect(loss.duration(to: Self.clock.now) >= .milliseconds(100))
      let recovery = Self.clock.now
      try sandbox.ip("route add default via 198.51.100.1")
      try #expect(await watch.next().connectionAssumedAvailable)
      #expect(recovery.duration(to: Self.clock.now) >= delay)
    }
    try #expect(await watch.end() == [])
  }

  @Test func `without delays a flap prints both changes at once`() async throws {
    let sandbox = try NetworkSandbox.base()
    let watch = try Watch(in: sandbox, ["--loss-delay", "0", "--recovery-delay", "0"])
    _ = try await watch.next()
    for _ in 1...3 {
      try sandbox.ip("route del default")
      try #expect(await !watch.next().connectionAssumedAvailable)
      try sandbox.ip("route add default via 198.51.100.1")
      try #expect(await watch.next().connectionAssumedAvailable)
    }
    try #expect(await watch.end() == [])
  }

  @Test func `a change still being damped at the end is not written`() async throws {
    let sandbox = try NetworkSandbox.base()
    let watch = try Watch(in: sandbox, ["--loss-delay", "1h"])
    _ = try await watch.next()
    try await watch.wakes { try sandbox.ip("route del default") }
    try #expect(await watch.end() == [])
  }

  @Test func `while a loss is pending the earlier state stands in every key`() async throws {
    let sandbox = try NetworkSandbox.base()
    let watch = try Watch(in: sandbox, ["--loss-delay", "1h"])
    let first = try await watch.next()
    try await watch.wakes { try sandbox.ip("route del default") }
    try sandbox.batch([
      "link set v0 name w0", "route add default via 198.51.100.9 dev w0",
    ])
    let change = try await watch.next()
    #expect(change.sequence == 2 && change.connectionAssumedAvailable)
    #expect(change.ipv4.gateway == "198.51.100.9" && change.ipv4.interface == "w0")
    #expect(change.since == first.since)
    try #expect(await watch.end() == [])
  }
}
