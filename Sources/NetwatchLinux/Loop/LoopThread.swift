internal import CLinux
internal import NetwatchCore
internal import NetwatchSystem

/// The thread behind an ``EventLoop``.
struct LoopThread {
  /// How often new work is looked for before anything else has its turn.
  private static let patience = 8

  private let core: LoopCore
  private var descriptors: [pollfd] = []
  private var sources: [LoopSource] = []
  private var version: UInt64 = .max
  private var slack: Int64?

  init(core: LoopCore) {
    self.core = core
  }

  mutating func run() {
    core.threadStarted()
    while true {
      runWork()
      core.preparation?()
      let wait = core.nextWait()
      if wait.hasStopped, !wait.hasWork { return }
      refreshDescriptors(wait)
      self.wait(wait)
      handleReadable()
      runWork()
      runTimer(wait.timer)
    }
  }

  /// Does the work that has come, and some of what that brings: work may bring more for ever, and
  /// descriptors and the timer have their turn beside it.
  private func runWork() {
    for _ in 0..<Self.patience {
      let work = core.takeWork()
      if work.isEmpty { return }
      for item in work { item() }
    }
  }

  private func runTimer(_ timer: LoopTimer?) {
    guard let timer, timer.deadline <= core.clocks.boot() else { return }
    core.takeTimer(at: core.clocks.boot())?()
  }

  private mutating func refreshDescriptors(_ wait: LoopCore.Wait) {
    guard version != wait.sourcesVersion else { return }
    version = wait.sourcesVersion
    sources = core.sources()
    descriptors = (sources.map(\.descriptor) + [core.wakeUpDescriptor]).map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
  }

  /// Waits for a descriptor or the timer; not at all where there is work.
  private mutating func wait(_ wait: LoopCore.Wait) {
    guard !wait.hasWork else { return poll(for: .zero) }
    guard let timer = wait.timer else { return poll(for: nil) }
    setSlack(timer.tolerance)
    poll(for: core.clocks.boot().duration(to: timer.deadline))
  }

  private mutating func poll(for duration: Duration?) {
    let count = UInt(descriptors.count)
    guard let duration else {
      unsafe _ = linux_ppoll(&descriptors, count, nil)
      return
    }
    var timeout = timespec(clamping: duration)
    unsafe _ = linux_ppoll(&descriptors, count, &timeout)
  }

  private mutating func handleReadable() {
    if descriptors[sources.count].revents != 0 { core.drainWakeUp() }
    for index in sources.indices where descriptors[index].revents != 0 {
      sources[index].handler()
      // A handler may have removed another one, whose descriptor may be another file's by now.
      guard core.isCurrent(version) else { return }
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
