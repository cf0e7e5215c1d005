import NetwatchTestSupport
import Testing

/// Ten thousand clients with three jobs each return to a server that could do them in 150 s.
@Suite struct FleetTests {
  private static let server = FleetServer(rate: 200)
  private static let ideal = 150.0

  @Test(arguments: [1, 2] as [UInt64])
  func `a fleet that is paced is served soon and asks little`(seed: UInt64) throws {
    var fleet = PacedFleet(
      clients: 10_000,
      jobs: 3,
      server: Self.server,
      seconds: 600,
      seed: seed
    )
    let result = fleet.run()
    let (most, nearlyAll) = (result.time(ofPart: 0.95), result.time(ofPart: 0.999))
    #expect(try #require(most) <= 1.4 * Self.ideal)
    #expect(try #require(nearlyAll) <= 1.7 * Self.ideal)
    #expect(result.requestsPerJob <= 4)
    #expect(result.done.count == result.jobs)
  }

  @Test func `a fleet that comes all at once is not`() {
    var fleet = UnpacedFleet(jobs: 30_000, server: Self.server, seconds: 225, seed: 1)
    let result = fleet.run()
    #expect(result.done.count < result.jobs / 20)
    #expect(result.requestsPerJob > 20)
  }
}
