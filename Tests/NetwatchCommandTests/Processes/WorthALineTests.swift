import NetwatchTestSupport
import Testing

/// Which changes at constant availability are worth a line.
@Suite(.enabled(if: NetworkSandbox.isAvailable)) struct WorthALineTests {
  @Test func `a new name of the interface is`() async throws {
    let sandbox = try NetworkSandbox.base()
    let watch = try Watch(in: sandbox)
    let first = try await watch.next()
    try sandbox.ip("link set v0 name w0")
    let renamed = try await watch.next()
    #expect(renamed.sequence == 2 && renamed.ipv4.interface == "w0")
    #expect(renamed.ipv4.index == first.ipv4.index && renamed.cause == "link")
    #expect(renamed.explanation == "default route via 198.51.100.1 on w0")
    try #expect(await watch.end() == [])
  }

  @Test func `another source address is not`() async throws {
    let sandbox = try NetworkSandbox.base()
    let watch = try Watch(in: sandbox)
    _ = try await watch.next()
    try await watch.wakes {
      try sandbox.batch([
        "addr add 198.51.100.3/24 dev v0",
        "route replace default via 198.51.100.1 src 198.51.100.3",
      ])
    }
    try sandbox.ip("link set v0 name w0")
    let marker = try await watch.next()
    #expect(marker.sequence == 2 && marker.ipv4.interface == "w0")
    #expect(marker.ipv4.source == "198.51.100.3")
    try #expect(await watch.end() == [])
  }

  @Test func `a second default route that takes over is`() async throws {
    let sandbox = try NetworkSandbox.base()
    try sandbox.batch([
      "route del default", "route add default via 198.51.100.1 metric 100",
      "link add w0 type veth peer name w1", "addr add 203.0.113.2/24 dev w0",
      "link set w0 up", "link set w1 up",
    ])
    let watch = try Watch(in: sandbox)
    let first = try await watch.next()
    #expect(first.ipv4.interface == "v0")
    try sandbox.ip("route add default via 203.0.113.1 metric 50")
    let second = try await watch.next()
    #expect(second.sequence == 2 && second.level == "unverified" && second.cause == "route")
    #expect(second.ipv4.interface == "w0" && second.ipv4.gateway == "203.0.113.1")
    #expect(second.since == first.since)
    try #expect(await watch.end() == [])
  }

  @Test func `a second family is, in words too`() async throws {
    let sandbox = try NetworkSandbox.base()
    let watch = try Watch(in: sandbox)
    let people = try Netwatch.start([], in: sandbox)
    _ = try await watch.next()
    _ = try await people.nextLine()
    try sandbox.batch([
      "addr add 2001:db8:51::2/64 dev v0 nodad", "route add default via 2001:db8:51::1",
    ])
    let both = try await watch.next()
    #expect(both.sequence == 2 && both.ipv4.reachable && both.ipv6.reachable)
    #expect(both.ipv6.gateway == "2001:db8:51::1" && both.ipv6.source == "2001:db8:51::2")
    let line = try #require(try await people.nextLine())
    #expect(
      textBehindTime(line) == "available    unverified  v0    default route via 198.51.100.1 on v0"
        + "; IPv6 via 2001:db8:51::1 on v0"
    )
    try #expect(await watch.end() == [])
  }
}
