internal import CLinux
internal import Glibc
internal import NetwatchCore

/// What is to run, in the order in which it came, and the threads that wait for it.
final class TaskQueue: Sendable {
  fileprivate struct State {
    var jobs: [UnownedJob] = []
    /// How many of them have been taken.
    var taken = 0
    /// The threads that wait and that nobody has woken.
    var idle = 0
  }

  private let state = Lock(State())

  /// Counts the threads that are woken (EFD_SEMAPHORE of eventfd(2)): each takes one.
  let wakeUps: CInt

  init() throws(TaskPoolError) {
    wakeUps = eventfd(0, CInt(EFD_CLOEXEC | EFD_SEMAPHORE))
    guard wakeUps >= 0 else { throw TaskPoolError(number: errno) }
  }

  deinit { close(wakeUps) }

  /// Has something run as soon as a thread is free.
  func append(_ job: UnownedJob) {
    let mustWake = state.withLock { state in
      state.jobs.append(job)
      guard state.idle > 0 else { return false }
      state.idle -= 1
      return true
    }
    if mustWake { eventfd_write(wakeUps, 1) }
  }

  /// Runs what there is, for ever.
  func serve(_ pool: TaskPool) {
    let executor = unsafe pool.asUnownedTaskExecutor()
    while true {
      if let job = next() {
        unsafe job.runSynchronously(on: executor)
      } else {
        var count: eventfd_t = 0
        while unsafe eventfd_read(wakeUps, &count) != 0, errno == EINTR {}
      }
    }
  }

  /// Takes what came first; where there is nothing, the thread that asks is going to wait.
  func next() -> UnownedJob? {
    state.withLock { state in
      guard state.taken < state.jobs.count else {
        state.idle += 1
        return nil
      }
      defer { state.took() }
      return state.jobs[state.taken]
    }
  }
}

extension TaskQueue.State {
  fileprivate mutating func took() {
    taken += 1
    if taken == jobs.count {
      jobs.removeAll(keepingCapacity: taken <= 1_024)
      taken = 0
    } else if taken >= 1_024 {
      jobs.removeFirst(taken)
      taken = 0
    }
  }
}
