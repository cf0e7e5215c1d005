import CLinux
import Glibc
import NetwatchCore
import NetwatchSystem
import NetwatchTestSupport
import Testing

@testable import NetwatchServiceCommand

@Suite struct TaskAlarmTests {
  private let held = HeldJobs()
  private let notes = Notes()
  private let now = SystemClocks.kernel.boot()
  private let alarm: TaskAlarm

  init() throws {
    alarm = try TaskAlarm(TaskQueue())
  }

  private func moment(_ seconds: Int) -> BootInstant { now.advanced(by: .seconds(seconds)) }

  @Test func `the earliest comes first, and nothing before its moment`() {
    var generator = SeededGenerator(seed: 7)
    let jobs = held.jobs(300, noting: notes)
    for number in jobs.indices.shuffled(using: &generator) {
      alarm.add(jobs[number], at: moment(1 + number))
    }
    for second in jobs.indices {
      for job in alarm.due(at: moment(second)) { held.run(job) }
      #expect(notes.all == Array(0..<second))
    }
    for job in alarm.due(at: .distantFuture) { held.run(job) }
    #expect(notes.all == Array(jobs.indices))
  }

  @Test func `the timer is set to the earliest, whatever came before it and is over`() {
    let jobs = held.jobs(4, noting: notes)
    #expect(secondsLeft == 0)
    for (job, second) in zip(jobs, [2_000, 1_000, 3_000]) { alarm.add(job, at: moment(second)) }
    #expect((900...1_000).contains(secondsLeft))
    for job in alarm.due(at: moment(1_500)) { held.run(job) }
    #expect(notes.all == [1])
    #expect((1_900...2_000).contains(secondsLeft))
    alarm.add(jobs[3], at: moment(500))
    #expect((400...500).contains(secondsLeft))
    for job in alarm.due(at: .distantFuture) { held.run(job) }
  }

  @Test(arguments: [.min, -1, 0, 1] as [Int64])
  func `a moment that is over wakes its thread at once`(_ nanoseconds: Int64) {
    let jobs = held.jobs(1, noting: notes)
    alarm.add(jobs[0], at: BootInstant(nanoseconds: nanoseconds))
    var watched = pollfd(fd: alarm.timer, events: Int16(POLLIN), revents: 0)
    #expect(poll(&watched, 1, 1_000) == 1)
    for job in alarm.due(at: now) { held.run(job) }
    #expect(notes.all == [0])
  }

  /// What the timer shows, rounded up.
  private var secondsLeft: Int {
    var setting = itimerspec()
    timerfd_gettime(alarm.timer, &setting)
    return setting.it_value.tv_sec + (setting.it_value.tv_nsec > 0 ? 1 : 0)
  }
}
