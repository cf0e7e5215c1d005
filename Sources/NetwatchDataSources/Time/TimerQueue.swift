import NetwatchCore
import NetwatchSystem

/// Somebody to call back at a moment.
protocol TimerTarget: AnyObject, Sendable {
  /// The moment that was set has come, or an earlier one.
  func timeCame()
}

/// One timer for all data sources: a heap of moments, and a single sleep for the earliest.
final class TimerQueue: Sendable {
  private struct Storage {
    var heap = TimerHeap<ObjectIdentifier>()
    /// Those who have a moment, which they take out before they go.
    var targets: [ObjectIdentifier: any TimerTarget] = [:]
  }

  private let clocks: SystemClocks
  private let timer: SoonestTimer
  private let storage = Lock(Storage())

  init(clocks: SystemClocks) {
    self.clocks = clocks
    timer = SoonestTimer(clocks: clocks)
  }

  /// How many wait.
  var count: Int { storage.withLock { $0.heap.count } }

  /// Sets when somebody is to be called; nil for not at all.
  func set(_ target: any TimerTarget, to due: BootInstant?) {
    let id = ObjectIdentifier(target)
    storage.withLock { storage in
      storage.heap.set(id, to: due)
      storage.targets[id] = due == nil ? nil : target
      // Under the lock, so that the timer is never set to what was true before.
      arm(storage.heap.firstDue)
    }
  }

  private func arm(_ due: BootInstant?) {
    if let due { timer.arm(due) { [weak self] in self?.fire() } } else { timer.disarm() }
  }

  private func fire() {
    let now = clocks.boot()
    let due = storage.withLock { storage in
      let ids = storage.heap.takeDue(at: now)
      return ids.compactMap { storage.targets.removeValue(forKey: $0) }
    }
    for target in due { target.timeCame() }
    storage.withLock { arm($0.heap.firstDue) }
  }
}
