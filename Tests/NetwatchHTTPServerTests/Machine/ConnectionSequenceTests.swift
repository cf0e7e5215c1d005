import Testing

@testable import NetwatchHTTPServer

@Suite("Connections to which anything happens") struct ConnectionSequenceTests {
  @Test func `The library is not misused, nobody waits for ever, and producers are told`() {
    for seed in 0..<2_000 as Range<UInt64> {
      var world = ConnectionWorld(seed: seed)
      for _ in 0..<100 where !world.isGone { world.step() }
      world.end()
      #expect(world.faults == [], "seed \(seed)")
    }
  }
}
