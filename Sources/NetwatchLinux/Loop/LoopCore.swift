internal import CLinux
internal import NetwatchCore
internal import NetwatchSystem
internal import Synchronization

/// What the loop's thread shares with everybody else.
///
/// It outlives the loop until the thread has ended.
final class LoopCore: Sendable {
  private struct Storage {
    var work: [@Sendable () -> Void] = []
    var sources: [LoopSource] = []
    var sourcesVersion: UInt64 = 0
    var timer: LoopTimer?
    var preparation: (@Sendable () -> Void)?
    var isWaiting = false
    var hasStopped = false
  }

  /// What the thread waits for.
  struct Wait {
    var timer: LoopTimer?
    var sourcesVersion: UInt64
    var hasWork: Bool
    var hasStopped: Bool
  }

  let clocks: SystemClocks
  private let storage = Lock(Storage())
  private let wakeUp: FileDescriptor
  /// Who the thread is (pthread_self(3)); zero until it runs.
  private let thread = Atomic<UInt>(0)

  init(clocks: SystemClocks, wakeUp: consuming FileDescriptor) {
    self.clocks = clocks
    self.wakeUp = wakeUp
  }

  var wakeUpDescriptor: CInt { wakeUp.rawValue }

  var isCurrentThread: Bool { thread.load(ordering: .relaxed) == UInt(pthread_self()) }

  func perform(_ work: @escaping @Sendable () -> Void) {
    change { $0.work.append(work) }
  }

  func watch(_ descriptor: CInt, handler: @escaping @Sendable () -> Void) {
    change { storage in
      storage.sources.removeAll { $0.descriptor == descriptor }
      storage.sources.append(LoopSource(descriptor: descriptor, handler: handler))
      storage.sourcesVersion += 1
    }
  }

  func unwatch(_ descriptor: CInt) {
    change { storage in
      storage.sources.removeAll { $0.descriptor == descriptor }
      storage.sourcesVersion += 1
    }
  }

  func setTimer(_ timer: LoopTimer?) {
    change { $0.timer = timer }
  }

  func prepare(_ handler: (@Sendable () -> Void)?) {
    change { $0.preparation = handler }
  }

  func stop() {
    change { storage in
      storage.hasStopped = true
      storage.sources = []
      storage.timer = nil
      storage.preparation = nil
    }
  }

  /// Changes the storage and sees to it that the thread notices; it does so by itself when it is the
  /// one that makes the change, because it looks again before it waits.
  private func change(_ body: (inout Storage) -> Void) {
    let isOwnThread = isCurrentThread
    let mustWake = storage.withLock { storage in
      body(&storage)
      if isOwnThread { return false }
      defer { storage.isWaiting = false }
      return storage.isWaiting
    }
    if mustWake { wakeUp.signal() }
  }
}

// MARK: - The thread's side

extension LoopCore {
  func threadStarted() {
    thread.store(UInt(pthread_self()), ordering: .relaxed)
  }

  /// Takes the work that has come.
  func takeWork() -> [@Sendable () -> Void] {
    storage.withLock { storage in
      guard !storage.work.isEmpty else { return [] }
      defer { storage.work = [] }
      return storage.work
    }
  }

  var preparation: (@Sendable () -> Void)? { storage.withLock { $0.preparation } }

  /// What to wait for.
  ///
  /// Where there is no work, whoever brings some has to wake the thread from here on.
  func nextWait() -> Wait {
    storage.withLock { storage in
      storage.isWaiting = storage.work.isEmpty && !storage.hasStopped
      return Wait(
        timer: storage.timer,
        sourcesVersion: storage.sourcesVersion,
        hasWork: !storage.work.isEmpty,
        hasStopped: storage.hasStopped
      )
    }
  }

  func sources() -> [LoopSource] {
    storage.withLock { $0.sources }
  }

  func isCurrent(_ version: UInt64) -> Bool {
    storage.withLock { $0.sourcesVersion == version }
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
