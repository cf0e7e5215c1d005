import CLinux
import Glibc
import NetwatchCore
import NetwatchSystem
import NetwatchTestSupport
import Testing

@testable import NetwatchLinux

@Suite(.timeLimit(.minutes(1)))
struct EventLoopTests {
  private let loop: EventLoop

  init() throws { loop = try EventLoop() }

  private func instant(in duration: Duration) -> BootInstant {
    SystemClocks.kernel.boot().advanced(by: duration)
  }

  @Test func `closures run in the order in which they come`() async {
    let record = Record<Int>()
    for number in 0..<1_000 { loop.perform { record.append(number) } }
    await loop.turn()
    #expect(record.values == Array(0..<1_000))
  }

  @Test func `closures from many threads all run, those of each in order`() async throws {
    let record = Record<[Int]>()
    try await withThrowingTaskGroup { [loop] group in
      for thread in 0..<8 {
        group.addTask {
          try await awaitThread {
            for number in 0..<2_000 { loop.perform { record.append([thread, number]) } }
          }
        }
      }
      try await group.waitForAll()
    }
    await loop.turn()
    #expect(record.values.count == 16_000)
    for thread in 0..<8 {
      #expect(record.values.filter { $0[0] == thread }.map { $0[1] } == Array(0..<2_000))
    }
  }

  @Test func `a timer fires not before its moment`() async {
    let deadline = instant(in: .milliseconds(20))
    let fired = await withCheckedContinuation { continuation in
      loop.setTimer(deadline) { continuation.resume(returning: SystemClocks.kernel.boot()) }
    }
    #expect(fired >= deadline)
  }

  @Test func `a moment that has passed fires at once, and only once`() async {
    let record = Record<Int>()
    loop.setTimer(instant(in: .seconds(-1))) { record.append(1) }
    await loop.setTimerAndWait(instant(in: .milliseconds(20)), unlessBefore: record)
    #expect(record.values.count <= 1)
  }

  @Test func `a timer replaces the one before, and nil takes it away`() async {
    let record = Record<String>()
    loop.setTimer(instant(in: .milliseconds(10))) { record.append("replaced") }
    loop.setTimer(instant(in: .seconds(600))) { record.append("late") }
    loop.setTimer(nil) { record.append("never") }
    await withCheckedContinuation { continuation in
      loop.setTimer(instant(in: .milliseconds(30))) { continuation.resume() }
    }
    await loop.turn()
    #expect(record.values.isEmpty)
  }

  @Test func `an earlier timer set while the loop waits is not slept through`() async {
    loop.setTimer(instant(in: .seconds(600))) {}
    await loop.turn()
    let start = SystemClocks.kernel.boot()
    await withCheckedContinuation { continuation in
      loop.setTimer(instant(in: .milliseconds(5))) { continuation.resume() }
    }
    #expect(start.duration(to: SystemClocks.kernel.boot()) < .seconds(60))
  }

  @Test func `a timer with a tolerance fires within it`() async {
    let (deadline, tolerance) = (instant(in: .milliseconds(10)), Duration.milliseconds(50))
    let fired = await withCheckedContinuation { continuation in
      loop.setTimer(deadline, tolerance: tolerance) {
        continuation.resume(returning: SystemClocks.kernel.boot())
      }
    }
    #expect(fired >= deadline)
    #expect(deadline.duration(to: fired) < (isSanitizingThreads ? .seconds(30) : .seconds(5)))
  }

  @Test func `timers and descriptors have their turn beside jobs that never end`() async throws {
    let stop = Lock(false)
    let spinning = Task(executorPreference: loop) {
      while !stop.withLock({ $0 }) { await Task.yield() }
    }
    await withCheckedContinuation { continuation in
      loop.setTimer(instant(in: .milliseconds(5))) { continuation.resume() }
    }
    let pipe = try WatchedPipe()
    await withCheckedContinuation { continuation in
      loop.watch(pipe.reader) { [loop] in
        loop.unwatch(pipe.reader)
        continuation.resume()
      }
      pipe.write()
    }
    stop.withLock { $0 = true }
    await spinning.value
  }

  @Test func `a readable descriptor calls its handler until it is no longer watched`() async throws
  {
    let (pipe, record) = (try WatchedPipe(), Record<Int>())
    loop.watch(pipe.reader) { record.append(pipe.read()) }
    pipe.write()
    try await eventually(within: .seconds(10)) { record.values == [1] }
    pipe.write()
    try await eventually(within: .seconds(10)) { record.values == [1, 1] }
    loop.perform { [loop] in loop.unwatch(pipe.reader) }
    await loop.turn()
    pipe.write()
    for _ in 0..<10 { await loop.turn() }
    #expect(record.values == [1, 1])
  }
}

extension EventLoop {
  /// Returns when all work that was queued before has been done.
  fileprivate func turn() async {
    await withCheckedContinuation { continuation in perform { continuation.resume() } }
  }

  /// Sets a timer when the one before has fired, and waits for it.
  fileprivate func setTimerAndWait(_ deadline: BootInstant, unlessBefore record: Record<Int>) async
  {
    while record.values.isEmpty { await turn() }
    await withCheckedContinuation { continuation in
      setTimer(deadline) { continuation.resume() }
    }
  }
}
