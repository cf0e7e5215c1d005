internal import CLinux
internal import NetwatchCore

/// What the loop's thread shares with everybody else.
///
/// It outlives the loop until the thread has ended.
final class LoopCore: Sendable {
  private struct Storage {
    var work: [@Sendable () -> Void] = []
    var sources: [CInt: @Sendable () -> Void] = [:]
    var sourcesVersion: UInt64 = 0
    var timer: LoopTimer?
    var thread: UInt?
    var isWaiting = false
    var hasStopped = false
  }

  /// What the thread has to do next.
  struct Turn {
    var work: [@Sendable () -> Void]
    var timer: LoopTimer?
    var sourcesVersion: UInt64
    var hasStopped: Bool
  }

  let clocks: SystemClocks
  private let storage = Lock(Storage())
  private let wakeUp: FileDescriptor

  init(clocks: SystemClocks, wakeUp: consuming FileDescriptor) {
    self.clocks = clocks
    self.wakeUp = wakeUp
  }

  var wakeUpDescriptor: CInt { wakeUp.rawValue }

  var isCurrentThread: Bool {
    let current = UInt(pthread_self())
    return storage.withLock { $0.thread == current }
  }

  func perform(_ work: @escaping @Sendable () -> Void) {
    change { $0.work.append(work) }
  }

  func watch(_ descriptor: CInt, handler: @escaping @Sendable () -> Void) {
    change { storage in
      storage.sources[descriptor] = handler
      storage.sourcesVersion += 1
    }
  }

  func unwatch(_ descriptor: CInt) {
    change { storage in
      storage.sources[descriptor] = nil
      storage.sourcesVersion += 1
    }
  }

  func setTimer(_ timer: LoopTimer?) {
    change { $0.timer = timer }
  }

  func stop() {
    // Without a thread there is nobody to stop, and none must be started for it.
    let isRunning = storage.withLock { storage in
      storage.hasStopped = true
      storage.sources = [:]
      storage.timer = nil
      return storage.thread != nil
    }
    if isRunning { wakeUp.signal() }
  }

  /// Changes the storage and sees to it that the thread notices; it does so by itself when it is the
  /// one that makes the change, because it looks again before it waits.
  private func change(_ body: (inout Storage) -> Void) {
    let current = UInt(pthread_self())
    let (mustStart, mustWake) = storage.withLock { storage in
      body(&storage)
      if storage.thread == current { return (false, false) }
      let mustStart = storage.thread == nil && !storage.hasStopped
      // Zero stands for a thread that is being started and will name itself.
      if mustStart { storage.thread = 0 }
      defer { storage.isWaiting = false }
      return (mustStart, storage.isWaiting)
    }
    if mustStart { LoopThread.start(self) }
    if mustWake { wakeUp.signal() }
  }
}

// MARK: - The thread's side

extension LoopCore {
  func threadStarted() {
    let current = UInt(pthread_self())
    storage.withLock { $0.thread = current }
  }

  /// Takes the work that has come.
  ///
  /// Where there is none, whoever brings some has to wake the thread.
  func nextTurn() -> Turn {
    storage.withLock { storage in
      storage.isWaiting = storage.work.isEmpty && !storage.hasStopped
      defer { storage.work.removeAll(keepingCapacity: true) }
      return Turn(
        work: storage.work,
        timer: storage.timer,
        sourcesVersion: storage.sourcesVersion,
        hasStopped: storage.hasStopped
      )
    }
  }

  func descriptors() -> [CInt] {
    storage.withLock { Array($0.sources.keys) }
  }

  func handler(of descriptor: CInt) -> (@Sendable () -> Void)? {
    storage.withLock { $0.sources[descriptor] }
  }

  /// Takes the timer where its moment has come.
  func takeTimer(at now: BootInstant) -> (@Sendable () -> Void)? {
    storage.withLock { storage in
      guard let timer = storage.timer, timer.deadline <= now else { return nil }
      storage.timer = nil
      return timer.handler
    }
  }

  func drainWakeUp() {
    wakeUp.take()
  }
}
