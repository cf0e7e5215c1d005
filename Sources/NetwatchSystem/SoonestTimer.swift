package import NetwatchCore

/// A timer that calls back when the earliest moment it was set to has come, once.
///
/// It may call earlier than it was last set to: to set it later costs nothing then.
package final class SoonestTimer: Sendable {
  private struct Storage {
    var armed: BootInstant?
    var isFiring = false
    var task: Task<Void, Never>?
    var hasEnded = false
  }

  private let clocks: SystemClocks
  private let storage = Lock(Storage())

  package init(clocks: SystemClocks) {
    self.clocks = clocks
  }

  /// The moment it is set to; nil where it is not, or has called back.
  package var armed: BootInstant? { storage.withLock { $0.armed } }

  /// Sets the timer, unless it is set to an earlier moment already.
  package func arm(_ moment: BootInstant, _ fire: @escaping @Sendable () -> Void) {
    let former: Task<Void, Never>? = storage.withLock { storage in
      let armed = storage.isFiring ? nil : storage.armed
      guard !storage.hasEnded, moment < armed ?? .distantFuture else { return nil }
      (storage.armed, storage.isFiring) = (moment, false)
      defer {
        // Owned here: cancelled by an earlier moment, or by the end. Detached, because what it calls is
        // no part of what whoever sets it is doing.
        storage.task = Task.detached { await self.wait(until: moment, fire) }
      }
      return storage.task
    }
    former?.cancel()
  }

  private func wait(until moment: BootInstant, _ fire: @Sendable () -> Void) async {
    guard (try? await clocks.sleep(clocks.boot().duration(to: moment))) != nil else { return }
    storage.withLock { if $0.armed == moment { $0.isFiring = true } }
    fire()
    storage.withLock { storage in
      if storage.isFiring { (storage.armed, storage.isFiring) = (nil, false) }
    }
  }

  /// Takes back what it was set to.
  package func disarm() {
    let task = storage.withLock { storage in
      defer { (storage.armed, storage.isFiring, storage.task) = (nil, false, nil) }
      return storage.task
    }
    task?.cancel()
  }

  /// Takes back what it was set to, for good.
  package func end() {
    let task = storage.withLock { storage in
      storage.hasEnded = true
      return storage.task
    }
    task?.cancel()
  }
}
