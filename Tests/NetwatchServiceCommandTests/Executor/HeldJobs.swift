import NetwatchCore

/// Holds back the tasks that prefer it, so that a test can hand them to a queue or an alarm itself.
final class HeldJobs: TaskExecutor {
  /// What is held back; nil while nothing is.
  private let held = Lock<[UnownedJob]?>(nil)

  /// A task that was handed out comes back when a thread runs it, and then runs on that thread.
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let isHeld = held.withLock { held in
      held?.append(job)
      return held != nil
    }
    if !isHeld { run(job) }
  }

  /// A job for each of so many numbers, which notes its number when it is run.
  func jobs(_ count: Int, noting notes: Notes) -> [UnownedJob] {
    held.withLock { $0 = [] }
    for number in 0..<count { Task(executorPreference: self) { notes.add(number) } }
    return held.withLock { held in
      defer { held = nil }
      return held ?? []
    }
  }

  /// Runs a job that a queue or an alarm has handed over.
  func run(_ job: UnownedJob) {
    job.runSynchronously(on: asUnownedTaskExecutor())
  }
}

/// What jobs have noted, in the order in which they ran.
final class Notes: Sendable {
  private let notes = Lock<[Int]>([])

  var all: [Int] { notes.withLock { $0 } }

  func add(_ note: Int) { notes.withLock { $0.append(note) } }
}
