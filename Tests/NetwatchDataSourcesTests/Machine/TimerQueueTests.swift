import NetwatchCore
import NetwatchTestSupport
import Testing

@testable import NetwatchDataSources

@Suite(.timeLimit(.minutes(1)))
struct TimerQueueTests {
  private let clock = ManualClock()
  private let runtime: SourceRuntime
  private let log = CallLog()

  init() {
    runtime = SourceRuntime(clock: clock, random: .system)
  }

  private var queue: TimerQueue { runtime.timers }

  private func moment(_ seconds: Int) -> BootInstant {
    BootInstant(nanoseconds: 0).advanced(by: .seconds(seconds))
  }

  private func target(_ name: String) -> Target { Target(name, log) }

  @Test func `many wait with one sleep, and are called the earliest first`() async {
    let targets = (1...100).map { target("\($0)") }
    for (index, target) in targets.enumerated().reversed() {
      queue.set(target, to: moment(index + 1))
    }
    #expect(queue.count == 100)
    await sleep(until: 1)
    clock.advance(by: .seconds(3))
    await log.has(["1", "2", "3"])
    await sleep(until: 4)
    #expect(clock.sleeperCount == 1)
    clock.advance(by: .seconds(97))
    await log.has((1...100).map { "\($0)" })
    #expect(queue.count == 0)
    #expect(clock.sleeperCount == 0)
  }

  @Test func `an earlier moment takes the place of a sleep for a later one`() async {
    let (late, early) = (target("late"), target("early"))
    queue.set(late, to: moment(10))
    await sleep(until: 10)
    queue.set(early, to: moment(2))
    await sleep(until: 2)
    clock.advance(by: .seconds(2))
    await log.has(["early"])
    await sleep(until: 10)
    clock.advance(by: .seconds(8))
    await log.has(["early", "late"])
  }

  @Test func `one that is moved is called once, at the new moment`() async {
    let target = target("moved")
    queue.set(target, to: moment(1))
    await sleep(until: 1)
    queue.set(target, to: moment(5))
    clock.advance(by: .seconds(1))
    await sleep(until: 5)
    #expect(log.calls == [])
    clock.advance(by: .seconds(4))
    await log.has(["moved"])
    #expect(queue.count == 0)
  }

  @Test func `nothing sleeps, and nobody is held, once all were taken out`() async {
    weak var held: Target?
    do {
      let targets = (1...3).map { target("\($0)") }
      held = targets[0]
      for target in targets { queue.set(target, to: moment(1)) }
      await sleep(until: 1)
      for target in targets { queue.set(target, to: nil) }
    }
    #expect(queue.count == 0)
    #expect(clock.sleeperCount == 0)
    #expect(held == nil)
    clock.advance(by: .seconds(10))
    #expect(log.calls == [])
  }

  @Test func `a target may set itself again when it is called`() async {
    let target = Target("again", log) { [queue, moment = moment(3)] target in
      queue.set(target, to: moment)
    }
    queue.set(target, to: moment(1))
    await sleep(until: 1)
    clock.advance(by: .seconds(1))
    await log.has(["again"])
    await sleep(until: 3)
    queue.set(target, to: nil)
    #expect(clock.sleeperCount == 0)
  }

  /// Waits until there is one sleep, until then.
  private func sleep(until seconds: Int) async {
    while clock.sleeperCount != 1 || clock.nextDeadline?.offset != .seconds(seconds) {
      guard !Task.isCancelled else { return }
      await Task.yield()
    }
  }
}

/// Who was called, in order.
private final class CallLog: Sendable {
  private let names = Lock<[String]>([])

  var calls: [String] { names.withLock(\.self) }

  func add(_ name: String) { names.withLock { $0.append(name) } }

  /// Waits until so many were called, and expects that they are these.
  func has(_ expected: [String]) async {
    while calls.count < expected.count, !Task.isCancelled { await Task.yield() }
    #expect(calls == expected)
  }
}

private final class Target: TimerTarget {
  private let name: String
  private let log: CallLog
  private let action: @Sendable (Target) -> Void

  init(_ name: String, _ log: CallLog, action: @escaping @Sendable (Target) -> Void = { _ in }) {
    (self.name, self.log, self.action) = (name, log, action)
  }

  func timeCame() {
    log.add(name)
    action(self)
  }
}
