internal import CLinux
internal import NetwatchCore

/// The thread behind an ``EventLoop``.
struct LoopThread {
  private let core: LoopCore
  private var descriptors: [pollfd] = []
  private var version: UInt64?
  private var slack: Int64?

  init(core: LoopCore) {
    self.core = core
  }

  mutating func run() {
    core.threadStarted()
    while true {
      let turn = core.nextTurn()
      for work in turn.work { work() }
      guard turn.work.isEmpty else { continue }
      if turn.hasStopped { return }
      refreshDescriptors(turn)
      wait(for: turn.timer)
      handleReadable()
      if let timer = turn.timer, timer.deadline <= core.clocks.boot() {
        core.takeTimer(at: core.clocks.boot())?()
      }
    }
  }

  private mutating func refreshDescriptors(_ turn: LoopCore.Turn) {
    guard version != turn.sourcesVersion else { return }
    version = turn.sourcesVersion
    descriptors = ([core.wakeUpDescriptor] + core.descriptors()).map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
  }

  private mutating func wait(for timer: LoopTimer?) {
    let count = UInt(descriptors.count)
    guard let timer else {
      unsafe _ = linux_ppoll(&descriptors, count, nil)
      return
    }
    setSlack(timer.tolerance)
    var timeout = timespec(clamping: core.clocks.boot().duration(to: timer.deadline))
    unsafe _ = linux_ppoll(&descriptors, count, &timeout)
  }

  private mutating func handleReadable() {
    for index in descriptors.indices where descriptors[index].revents != 0 {
      let descriptor = descriptors[index].fd
      descriptors[index].revents = 0
      guard descriptor != core.wakeUpDescriptor else {
        core.drainWakeUp()
        continue
      }
      core.handler(of: descriptor)?()
    }
  }

  /// A wake-up that may come late can be joined with another one's (prctl(2), PR_SET_TIMERSLACK).
  private mutating func setSlack(_ tolerance: Duration) {
    let wanted = max(50_000, tolerance.clampedNanoseconds)
    guard slack != wanted else { return }
    slack = wanted
    linux_set_timer_slack(UInt(wanted))
  }
}

extension timespec {
  /// A wait that poll can take: nothing negative, and at most an hour, after which the loop looks again.
  fileprivate init(clamping duration: Duration) {
    let nanoseconds = min(max(duration.clampedNanoseconds, 0), 3_600_000_000_000)
    self.init(tv_sec: Int(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
  }
}
