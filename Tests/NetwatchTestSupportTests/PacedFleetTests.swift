import NetwatchCore
import NetwatchTestSupport
import Testing

@Suite struct PacedFleetTests {
  @Test func `three clients are served in turn`() {
    var fleet = PacedFleet(
      clients: 3,
      jobs: 2,
      settings: ReleaseSettings(jitter: .zero),
      server: FleetServer(rate: 10),
      seconds: 10,
      seed: 1
    )
    let result = fleet.run()
    // A canary each at 0 s; the second jobs queue behind as the answers come, 0.05 s after the end.
    #expect(result.done == [0.15, 0.25, 0.35, 0.45, 0.55, 0.65])
    #expect(result.requests == 6)
    #expect(result.time(ofPart: 0.5) == 0.35)
  }

  @Test func `a client that is refused comes again`() {
    let settings = ReleaseSettings(jitter: .zero, firstGap: .milliseconds(1))
    var fleet = PacedFleet(
      clients: 2,
      jobs: 1,
      settings: settings,
      server: FleetServer(rate: 10, queue: 50),
      seconds: 10,
      seed: 1
    )
    let result = fleet.run()
    // Refused at 0 s and 0.06 s, as the gap opens and doubles; at 0.12 s the server has just done
    // with the first job and with its refusals.
    #expect(result.done == [0.15, 0.27])
    #expect(result.requests == 4)
    #expect(fleet.server.refused == 2)
  }

  @Test func `a fleet without the time for it leaves jobs undone`() {
    var fleet = PacedFleet(
      clients: 10,
      jobs: 1,
      settings: ReleaseSettings(jitter: .zero),
      server: FleetServer(rate: 10),
      seconds: 1,
      seed: 1
    )
    let result = fleet.run()
    #expect(result.done.count == 9)
    #expect(result.time(ofPart: 1) == nil)
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `every job is done once, and every request is served or refused`(seed: UInt64) {
    var fleet = PacedFleet(
      clients: 200,
      jobs: 7,
      server: FleetServer(rate: 20),
      seconds: 1_000,
      seed: seed
    )
    let result = fleet.run()
    #expect(result.done.count == 1_400)
    #expect(result.done == result.done.sorted())
    #expect(fleet.server.served == 1_400)
    #expect(fleet.server.refused > 0)
    #expect(result.requests == fleet.server.served + fleet.server.refused)
  }

  @Test func `the same seed gives the same result, and another does not`() {
    let results = ([1, 1, 2] as [UInt64]).map { seed in
      var fleet = PacedFleet(
        clients: 100,
        jobs: 3,
        server: FleetServer(rate: 20),
        seconds: 1_000,
        seed: seed
      )
      return fleet.run().done
    }
    #expect(results[0] == results[1])
    #expect(results[0] != results[2])
  }
}
