import CLinux
import Glibc
import Testing

@testable import NetwatchServiceCommand

@Suite struct TaskQueueTests {
  private let held = HeldJobs()
  private let notes = Notes()

  @Test(arguments: [1, 1_023, 1_024, 1_025, 5_000])
  func `what came first is run first`(_ count: Int) throws {
    let queue = try TaskQueue()
    for job in held.jobs(count, noting: notes) { queue.append(job) }
    while let job = queue.next() { held.run(job) }
    #expect(notes.all == Array(0..<count))
  }

  @Test func `what comes in between is run in its turn`() throws {
    let queue = try TaskQueue()
    let jobs = held.jobs(6_000, noting: notes)
    var taken = 0
    for (index, job) in jobs.enumerated() {
      queue.append(job)
      // Two of three, so that it grows long, and what was taken is thrown away meanwhile.
      if index % 3 != 0, let next = queue.next() {
        held.run(next)
        taken += 1
      }
    }
    #expect(taken == 4_000)
    while let job = queue.next() { held.run(job) }
    #expect(notes.all == Array(0..<6_000))
  }

  @Test func `as many threads are woken as wait, and none for the rest`() throws {
    let queue = try TaskQueue()
    let jobs = held.jobs(4, noting: notes)
    #expect(queue.next() == nil && queue.next() == nil)
    #expect(wakeUps(of: queue) == 0)
    for job in jobs { queue.append(job) }
    #expect(wakeUps(of: queue) == 2)
    while let job = queue.next() { held.run(job) }
    #expect(notes.all == [0, 1, 2, 3])
  }

  @Test func `no thread is woken while none waits`() throws {
    let queue = try TaskQueue()
    for job in held.jobs(3, noting: notes) {
      queue.append(job)
      if let job = queue.next() { held.run(job) }
    }
    #expect(wakeUps(of: queue) == 0)
  }

  /// Takes all wake-ups that there are, as threads would.
  private func wakeUps(of queue: TaskQueue) -> Int {
    var count = 0
    var watched = pollfd(fd: queue.wakeUps, events: Int16(POLLIN), revents: 0)
    while poll(&watched, 1, 0) > 0 {
      var one: eventfd_t = 0
      eventfd_read(queue.wakeUps, &one)
      count += Int(one)
    }
    return count
  }
}
