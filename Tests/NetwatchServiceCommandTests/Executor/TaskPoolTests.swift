import Glibc
import NetwatchCore
import NetwatchSystem
import NetwatchTestSupport
import Testing
@_spi(ExperimentalCustomExecutors) @_spi(ExperimentalScheduling) import _Concurrency

@testable import NetwatchServiceCommand

/// The pool with its threads, which stay until the process ends: few pools, therefore.
@Suite(.timeLimit(.minutes(1))) struct TaskPoolTests {
  private static let one = Result { try TaskPool(threads: 1) }
  private static let four = Result { try TaskPool(threads: 4) }
  private let held = HeldJobs()

  @Test func `tasks of one thread run in the order in which they were made`() async throws {
    let (pool, notes) = (try Self.one.get(), Notes())
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<3_000 {
        group.addTask(executorPreference: pool) { notes.add(number) }
      }
    }
    #expect(notes.all == Array(0..<3_000))
  }

  @Test func `threads that have gone to sleep are woken, all that are needed`() async throws {
    let pool = try Self.four.get()
    for round in 0..<100 {
      let arrived = Notes()
      let meetings = await withTaskGroup(of: Bool.self, returning: [Bool].self) { group in
        for number in 0..<4 {
          group.addTask(executorPreference: pool) {
            arrived.add(number)
            return Self.isSeen(within: 10) { arrived.all.count == 4 }
          }
        }
        return await group.reduce(into: []) { $0.append($1) }
      }
      #expect(meetings == [true, true, true, true], "round \(round)")
    }
  }

  /// Blocks its thread until something is so.
  private static func isSeen(within seconds: Int, _ condition: () -> Bool) -> Bool {
    for _ in 0..<(seconds * 10_000) {
      if condition() { return true }
      usleep(100)
    }
    return false
  }

  @Test func `tasks that make tasks come to their end, on all threads at once`() async throws {
    let (pool, notes) = (try Self.four.get(), Notes())
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<100 {
        group.addTask(executorPreference: pool) {
          await withTaskGroup(of: Void.self) { inner in
            for number in 0..<100 {
              inner.addTask {
                await Task.yield()
                notes.add(number)
              }
            }
          }
        }
      }
    }
    #expect(notes.all.count == 10_000)
  }

  @Test func `what is to run later runs by its moment, and never before`() async throws {
    let (pool, notes) = (try Self.one.get(), Notes())
    let clock = ContinuousClock()
    let start = SystemClocks.kernel.boot()
    let milliseconds = [300, 100, 200, 0, -100]
    let jobs = held.jobs(milliseconds.count, noting: notes)
    for (delay, job) in zip(milliseconds, jobs) {
      pool.enqueue(ExecutorJob(job), after: .milliseconds(delay), tolerance: nil, clock: clock)
    }
    try await eventually(within: .seconds(10)) { notes.all.count == milliseconds.count }
    #expect(Set(notes.all.prefix(2)) == [3, 4] && notes.all.suffix(3) == [1, 2, 0])
    #expect(start.duration(to: SystemClocks.kernel.boot()) >= .milliseconds(300))
  }

  @Test func `moments of either clock of the runtime are kept`() async throws {
    let (pool, notes) = (try Self.one.get(), Notes())
    let jobs = held.jobs(2, noting: notes)
    let (continuous, suspending) = (ContinuousClock(), SuspendingClock())
    let moment = suspending.now + .milliseconds(200)
    pool.enqueue(ExecutorJob(jobs[0]), at: moment, tolerance: nil, clock: suspending)
    pool.enqueue(ExecutorJob(jobs[1]), at: continuous.now, tolerance: nil, clock: continuous)
    try await eventually(within: .seconds(10)) { notes.all.count == 2 }
    #expect(notes.all == [1, 0])
  }
}
