internal import CLinux
internal import Glibc
internal import NetwatchCore
internal import NetwatchSystem

/// What is to run later, and the thread that waits for the earliest of it (timerfd_create(2)).
final class TaskAlarm: Sendable {
  private struct State {
    var moments = TimerHeap<UInt64>()
    var jobs: [UInt64: UnownedJob] = [:]
    var count: UInt64 = 0
  }

  private let queue: TaskQueue
  private let state = Lock(State())
  /// Readable from the earliest moment on.
  let timer: CInt

  init(_ queue: TaskQueue) throws(TaskPoolError) {
    self.queue = queue
    timer = timerfd_create(CLOCK_BOOTTIME, CInt(TFD_CLOEXEC))
    guard timer >= 0 else { throw TaskPoolError(number: errno) }
  }

  deinit { close(timer) }

  /// Has something run at a moment.
  func add(_ job: UnownedJob, at moment: BootInstant) {
    state.withLock { state in
      state.count += 1
      let isEarliest = state.moments.firstDue.map { moment < $0 } ?? true
      state.jobs[state.count] = job
      state.moments.set(state.count, to: moment)
      if isEarliest { set(moment) }
    }
  }

  /// Hands on what is due, for ever.
  func serve() {
    while true {
      var expirations: UInt64 = 0
      _ = unsafe read(timer, &expirations, MemoryLayout<UInt64>.size)
      for job in due(at: SystemClocks.kernel.boot()) { queue.append(job) }
    }
  }

  /// Takes out what is due, the earliest first, and sets the timer for what is left.
  func due(at now: BootInstant) -> [UnownedJob] {
    state.withLock { state in
      let due = state.moments.takeDue(at: now)
      if let next = state.moments.firstDue { set(next) }
      return due.compactMap { state.jobs.removeValue(forKey: $0) }
    }
  }

  /// Sets the timer; called with the lock held, so that the earliest moment is the one that stands.
  private func set(_ moment: BootInstant) {
    // Zero would turn it off.
    let nanoseconds = max(moment.nanoseconds, 1)
    var setting = itimerspec()
    setting.it_value.tv_sec = time_t(nanoseconds / 1_000_000_000)
    setting.it_value.tv_nsec = Int(nanoseconds % 1_000_000_000)
    unsafe timerfd_settime(timer, CInt(TFD_TIMER_ABSTIME), &setting, nil)
  }
}
