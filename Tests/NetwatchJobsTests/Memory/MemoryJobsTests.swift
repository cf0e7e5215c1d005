import NetwatchCore
import Testing

@testable import NetwatchJobs

@Suite("What the memory holds")
struct MemoryJobsTests {
  private static func moment(_ seconds: Int64) -> StoreMoment {
    StoreMoment(
      boot: BootInstant(nanoseconds: seconds * 1_000_000_000),
      wall: WallTime(seconds: seconds, nanoseconds: 0)
    )
  }

  private static func job(_ number: Int) -> NewJob {
    let options = JobOptions(
      destination: "destination \(number)",
      priority: number.isMultiple(of: 3) ? .high : .normal,
      uniqueKey: "key \(number)",
      notBefore: number.isMultiple(of: 2) ? .seconds(10) : nil,
      deadline: .seconds(100)
    )
    return NewJob(kind: "kind \(number % 7)", payload: [1, 2, 3], options: options)
  }

  @Test("Jobs that are gone leave nothing behind: no lane, destination, key, timer or record")
  func leavesNothing() throws {
    var jobs = MemoryJobs(identity: "test", limits: JobLimits())
    _ = try jobs.submit((0..<3_000).map(Self.job), at: Self.moment(0))
    _ = jobs.look(StoreLook(), at: Self.moment(10))
    for lane in jobs.offered.prefix(1_000) {
      let claim = JobClaim(
        destination: lane.destination,
        lanes: [lane],
        limit: 9,
        isExclusive: false,
        paceRevision: 0
      )
      let turn = StoreTurn(worker: "w", lease: .seconds(30), claims: [claim])
      _ = jobs.turn(turn, at: Self.moment(10))
    }
    _ = jobs.look(StoreLook(vanishLimit: 1), at: Self.moment(50))
    for id in 1...Int64(500) { _ = jobs.cancel(JobID(rawValue: id), at: Self.moment(60)) }
    _ = jobs.look(StoreLook(), at: Self.moment(100))
    #expect(jobs.unfinished == 0 && jobs.bytes == 0)
    #expect(jobs.timers.count == 0 && jobs.keys.isEmpty && jobs.offered.isEmpty)
    let nothing = JobRetention.Rule(age: .zero, count: 0)
    let retention = JobRetention(succeeded: nothing, cancelled: nothing, dead: nothing)
    while jobs.prune(retention, at: Self.moment(200)) > 0 {}
    #expect(jobs.slab.count == 0)
    #expect(jobs.lanes.numbers.isEmpty && jobs.destinations.numbers.isEmpty)
    for state in JobState.allCases {
      let shares = (0..<jobs.finished[state].count).map { jobs.finished[state][$0] }
      #expect(jobs.counts[state] == 0 && shares.allSatisfy { $0.list.count == 0 && $0.bytes == 0 })
    }
  }

  @Test("A clock that is set far ahead for a while makes no finished job old")
  func clockAhead() throws {
    var jobs = MemoryJobs(identity: "test", limits: JobLimits())
    let ids = try jobs.submit((1...2).map(Self.job), at: Self.moment(0)).map(\.id)
    _ = jobs.cancel(ids[0], at: Self.moment(10))
    var wrong = Self.moment(20)
    wrong.wall = WallTime(seconds: 300_000_000, nanoseconds: 0)
    let rule = JobRetention(cancelled: .init(age: .seconds(3_600), count: 9))
    #expect(jobs.prune(rule, at: wrong) == 0)
    _ = jobs.cancel(ids[1], at: Self.moment(30))
    #expect(jobs.prune(rule, at: Self.moment(3_609)) == 0)
    #expect(jobs.prune(rule, at: Self.moment(3_610)) == 1)
    #expect(jobs.prune(rule, at: Self.moment(3_630)) == 1)
  }

  @Test("A record is as small as a million of them have to be")
  func isSmall() {
    #expect(MemoryLayout<JobRecord>.stride <= 96)
    #expect(MemoryLayout<JobStateMachine>.stride <= 32)
  }

  @Test(
    "Milliseconds of civil time are whole seconds and the rest, before 1970 too",
    arguments: [
      (0, 0, 0), (1_999, 1, 999_000_000), (-1, -1, 999_000_000), (-1_000, -1, 0),
      (Int64.max, Int64.max / 1_000, 807_000_000), (.min, .min / 1_000 - 1, 192_000_000),
    ] as [(Int64, Int64, Int32)]
  )
  func milliseconds(_ milliseconds: Int64, seconds: Int64, nanoseconds: Int32) {
    let time = WallTime(seconds: seconds, nanoseconds: nanoseconds)
    #expect(WallTime(milliseconds: milliseconds) == time)
    #expect(time.milliseconds == milliseconds)
  }

  @Test("Civil time that has no milliseconds in 64 bits counts as the nearest that has")
  func farAway() {
    #expect(WallTime(seconds: .max, nanoseconds: 0).milliseconds == .max)
    #expect(WallTime(seconds: .min, nanoseconds: 0).milliseconds == .min)
  }
}
