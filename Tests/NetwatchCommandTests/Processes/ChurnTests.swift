import NetwatchCore
import NetwatchTestSupport
import Testing

/// What containers do to a host that runs them.
@Suite(.enabled(if: NetworkSandbox.isAvailable)) struct ChurnTests {
  @Test func `links that come and go elsewhere print nothing and cause no probe`() async throws {
    let pair = try NetworkPair(families: [.ipv4])
    let server = try ScriptedServer(
      in: pair.server.name,
      address: NetworkPair.serverIPv4,
      script: .http(status: 204)
    )
    let watch = try Watch(in: pair.client, ["--probe", "\(server.origin)/"])
    try #expect(await watch.next().level == "unverified")
    let before = try await watch.next()
    #expect(before.level == "full" && before.counters.probes == 1)

    let start = ContinuousClock.now
    try pair.client.batch([
      "link add br-x type bridge", "addr add 203.0.113.1/24 dev br-x", "link set br-x up",
    ])
    for number in 1...3 {
      try pair.client.batch([
        "link add vh\(number) type veth peer name vc\(number)",
        "link set vh\(number) master br-x up", "link set vc\(number) up",
      ])
      try await Task.sleep(for: .milliseconds(150))
      try pair.client.ip("link del vh\(number)")
    }
    try pair.client.ip("link set v0 name w0")

    let marker = try await watch.next()
    #expect(marker.sequence == 3 && marker.ipv4.interface == "w0")
    #expect(marker.counters.probes == 1 && server.requestCount == 1)
    #expect(marker.counters.messages > 20)
    // However many messages there are: a burst of 20, and 80 a second.
    let seconds = start.duration(to: .now) / .seconds(1)
    let evaluations = marker.counters.evaluations - before.counters.evaluations
    #expect(Double(evaluations) <= 20 + 80 * seconds)
    #expect(marker.generation == before.generation)
    try #expect(await watch.end() == [])
  }
}
