import NetwatchTestSupport
import Testing

@testable import NetwatchCore

@Suite struct ProbeScheduleTests {
  typealias RoundVerdict = EvidenceMachine.RoundVerdict

  static let paths = Generations(ipv4: 1, ipv6: nil)

  static func schedule(interval: Duration = .seconds(30)) -> ProbeSchedule {
    ProbeSchedule(settings: .init(interval: interval))
  }

  /// A schedule whose first round began at this moment.
  static func running(at start: Int64, interval: Duration = .seconds(30)) -> ProbeSchedule {
    var schedule = schedule(interval: interval)
    schedule.pathBegan(at: .ms(start))
    _ = schedule.timePassed(at: .ms(start), generations: paths)
    return schedule
  }

  @Test func `nothing is probed before a path begins`() {
    var schedule = Self.schedule()
    schedule.doubted(at: .ms(1))
    schedule.trafficVerified(at: .ms(2))
    schedule.roundFinished(.success, failedRounds: 0, at: .ms(3))
    #expect(schedule.timePassed(at: .s(1000), generations: Self.paths) == nil)
    #expect(schedule.deadline == nil)
    #expect(schedule.current == nil)
    #expect(!schedule.isVerifying)
  }

  @Test func `a path that begins is probed at once`() {
    var schedule = Self.schedule()
    schedule.pathBegan(at: .ms(5))
    #expect(schedule.deadline == .ms(5))
    #expect(schedule.isVerifying)
    let round = schedule.timePassed(at: .ms(5), generations: Self.paths)
    #expect(round == ProbeRound(id: 1, generations: Self.paths, start: .ms(5)))
    #expect(schedule.current == round)
    #expect(schedule.deadline == nil)
    #expect(schedule.isVerifying)
  }

  @Test func `one round runs at a time`() {
    var schedule = Self.running(at: 5)
    #expect(schedule.timePassed(at: .s(100), generations: Self.paths) == nil)
    #expect(schedule.current?.id == 1)
  }

  @Test func `rounds lie a minimum apart`() {
    var schedule = Self.running(at: 1000)
    schedule.pathBegan(at: .ms(1030))
    #expect(schedule.current == nil)
    #expect(schedule.deadline == .ms(1100))
    #expect(schedule.timePassed(at: .ms(1099), generations: Self.paths) == nil)
    #expect(schedule.timePassed(at: .ms(1100), generations: Self.paths)?.id == 2)
  }

  struct Ending: Sendable {
    var verdict: RoundVerdict
    var failedRounds = 0
    var draw = 0.5
    var next: Int64
    var verifies = false
  }

  @Test(arguments: [
    Ending(verdict: .success, next: 31_000),
    Ending(verdict: .success, draw: 0, next: 29_500),
    Ending(verdict: .success, draw: 1, next: 32_500),
    Ending(verdict: .outweighed, next: 31_000),
    Ending(verdict: .failed, failedRounds: 1, next: 3200, verifies: true),
    Ending(verdict: .failed, failedRounds: 1, draw: 0, next: 3100, verifies: true),
    Ending(verdict: .failed, failedRounds: 1, draw: 1, next: 3300, verifies: true),
    Ending(verdict: .failed, failedRounds: 2, next: 3000),
    Ending(verdict: .failed, failedRounds: 5, next: 3000),
    Ending(verdict: .unknown, next: 3000),
    Ending(verdict: .stale, next: 3000, verifies: true),
  ])
  func `after a round from 1 s to 3 s the next is due`(_ ending: Ending) {
    var schedule = Self.running(at: 1000)
    schedule.roundFinished(
      ending.verdict,
      failedRounds: ending.failedRounds,
      at: .ms(3000, draw: ending.draw)
    )
    #expect(schedule.deadline == .ms(ending.next))
    #expect(schedule.isVerifying == ending.verifies)
    #expect(schedule.current == nil)
  }

  @Test func `a repeat comes in its window for every draw`() {
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<1000 {
      var schedule = Self.running(at: 0)
      let draw = Double.random(in: 0..<1, using: &generator)
      schedule.roundFinished(.failed, failedRounds: 1, at: .ms(50, draw: draw))
      let delay = schedule.deadline.map { $0.milliseconds - 50 } ?? 0
      #expect((100...300).contains(delay))
    }
  }

  /// When rounds start that all take 10 ms and end in the same way.
  static func starts(
    _ count: Int,
    _ verdict: RoundVerdict,
    interval: Duration
  ) -> [Int64] {
    var schedule = schedule(interval: interval)
    schedule.pathBegan(at: .ms(0))
    return (0..<count).compactMap { _ in
      guard let due = schedule.deadline,
        let round = schedule.timePassed(at: due, generations: paths)
      else { return nil }
      schedule.roundFinished(
        verdict,
        failedRounds: 2,
        at: Moment(round.start.advanced(by: .milliseconds(10)))
      )
      return due.milliseconds
    }
  }

  @Test func `while they fail rounds come after 1, 2, 4 seconds up to the interval`() {
    #expect(
      Self.starts(8, .failed, interval: .seconds(30))
        == [0, 1000, 3000, 7000, 15_000, 31_000, 61_000, 91_000]
    )
    #expect(Self.starts(4, .unknown, interval: .milliseconds(300)) == [0, 300, 600, 900])
  }

  @Test func `while they succeed rounds come at the interval from start to start`() {
    #expect(Self.starts(4, .success, interval: .seconds(30)) == [0, 30_000, 60_000, 90_000])
  }

  @Test(arguments: [RoundVerdict.success, .outweighed, .failed, .unknown, .stale])
  func `not even an interval of nothing makes rounds follow each other closer`(
    verdict: RoundVerdict
  ) {
    #expect(Self.starts(4, verdict, interval: .zero) == [0, 100, 200, 300])
  }

  @Test(arguments: [Duration.zero, .seconds(-30), .seconds(Int64.max), .nanoseconds(1)])
  func `no interval traps`(interval: Duration) {
    for draw in [0, 1.0.nextDown] {
      var schedule = Self.running(at: 1000, interval: interval)
      schedule.roundFinished(.success, failedRounds: 0, at: .ms(1001, draw: draw))
      schedule.trafficVerified(at: .ms(1002, draw: draw))
      #expect(schedule.deadline.map { $0 >= .ms(1002) } ?? false)
    }
  }

  @Test(arguments: [RoundVerdict.success, .outweighed])
  func `an answer begins the backoff anew`(verdict: RoundVerdict) {
    var schedule = Self.running(at: 0)
    schedule.roundFinished(.failed, failedRounds: 2, at: .ms(10))
    _ = schedule.timePassed(at: .ms(1000), generations: Self.paths)
    schedule.roundFinished(verdict, failedRounds: 0, at: .ms(1010))
    _ = schedule.timePassed(at: .ms(31_000), generations: Self.paths)
    schedule.roundFinished(.failed, failedRounds: 2, at: .ms(31_010))
    #expect(schedule.deadline == .ms(32_000))
  }

  @Test func `a doubt brings the next round forward, a minimum after the last`() {
    var schedule = Self.running(at: 0)
    schedule.roundFinished(.unknown, failedRounds: 0, at: .ms(10))
    schedule.doubted(at: .ms(20))
    #expect(schedule.deadline == .ms(100))
    #expect(schedule.isVerifying)
    schedule.doubted(at: .ms(30))
    #expect(schedule.deadline == .ms(100))
    schedule.trafficVerified(at: .ms(40))
    schedule.doubted(at: .ms(5000))
    #expect(schedule.deadline == .ms(5000))
  }

  @Test(arguments: [RoundVerdict.success, .outweighed])
  func `after a success doubts are answered once a second, however many there are`(
    verdict: RoundVerdict
  ) {
    var schedule = Self.running(at: 0)
    schedule.roundFinished(verdict, failedRounds: 0, at: .ms(10))
    for doubt in 0..<50 { schedule.doubted(at: .ms(20 + Int64(doubt))) }
    #expect(schedule.deadline == .ms(1000))
    #expect(schedule.isVerifying)
    _ = schedule.timePassed(at: .ms(1000), generations: Self.paths)
    schedule.roundFinished(.failed, failedRounds: 1, at: .ms(1010))
    schedule.doubted(at: .ms(1020))
    #expect(schedule.deadline == .ms(1100))
  }

  @Test func `a doubt does not put off a round that is due before`() {
    var schedule = Self.schedule()
    schedule.pathBegan(at: .ms(0))
    schedule.doubted(at: .ms(50))
    #expect(schedule.deadline == .ms(0))
  }

  @Test func `a doubt during a round starts no other, and waits for its answer`() {
    var schedule = Self.running(at: 0)
    schedule.roundFinished(.success, failedRounds: 0, at: .ms(10))
    _ = schedule.timePassed(at: .ms(30_000), generations: Self.paths)
    #expect(!schedule.isVerifying)
    schedule.doubted(at: .ms(30_001))
    #expect(schedule.isVerifying)
    #expect(schedule.current?.id == 2)
    #expect(schedule.deadline == nil)
  }

  @Test func `a doubt after the round was answered has a look of its own`() {
    var schedule = Self.running(at: 0)
    schedule.roundAnswered()
    #expect(!schedule.isVerifying)
    schedule.doubted(at: .ms(20))
    #expect(schedule.isVerifying)
    schedule.roundAnswered()
    #expect(schedule.isVerifying)
    schedule.roundFinished(.success, failedRounds: 0, at: .ms(30))
    #expect(schedule.deadline == .ms(1000))
    #expect(schedule.isVerifying)
    _ = schedule.timePassed(at: .ms(1000), generations: Self.paths)
    schedule.roundFinished(.success, failedRounds: 0, at: .ms(1010))
    #expect(schedule.deadline == .ms(31_000))
  }

  @Test(arguments: [(0.0, 30_020), (0.5, 30_770), (1.0, 31_520)] as [(Double, Int64)])
  func `proof by traffic puts the next round off by one interval at least`(
    draw: Double,
    next: Int64
  ) {
    var schedule = Self.running(at: 0)
    schedule.roundFinished(.success, failedRounds: 0, at: .ms(10))
    schedule.trafficVerified(at: .ms(20, draw: draw))
    #expect(schedule.deadline == .ms(next))
    #expect(!schedule.isVerifying)
  }

  @Test func `proof by traffic does not end a round under way`() {
    var schedule = Self.running(at: 0)
    schedule.trafficVerified(at: .ms(20))
    #expect(schedule.current?.id == 1)
  }

  @Test func `when the last path goes nothing is due, and nothing ends`() {
    var schedule = Self.running(at: 0)
    schedule.pathsEnded()
    #expect(schedule.current == nil)
    #expect(schedule.deadline == nil)
    schedule.roundFinished(.failed, failedRounds: 1, at: .ms(10))
    #expect(schedule.deadline == nil)
  }

  @Test func `a path that stayed after all is looked at at once`() {
    var schedule = Self.running(at: 0)
    schedule.pathsEnded()
    schedule.pathStayed(at: .ms(50))
    #expect(schedule.deadline == .ms(100))
    #expect(schedule.isVerifying)
  }

  @Test func `a path that stays changes nothing where probing goes on`() {
    var schedule = Self.running(at: 0)
    schedule.pathStayed(at: .ms(50))
    #expect(schedule.current?.id == 1)
    schedule.roundFinished(.success, failedRounds: 0, at: .ms(60))
    schedule.pathStayed(at: .ms(70))
    #expect(schedule.deadline == .ms(30_000))
    #expect(!schedule.isVerifying)
  }
}
