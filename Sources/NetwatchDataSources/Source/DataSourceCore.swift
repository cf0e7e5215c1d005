import NetwatchCore
import NetwatchSystem

/// Carries out what a data source's machine decides.
///
/// Events change the machine under the lock; callers and readers are told after it.
final class DataSourceCore<Value: Sendable>: Sendable {
  typealias Machine = DataSourceMachine<Value>

  let runtime: SourceRuntime
  let fetcher: Fetcher<Value>
  /// Whether two values count as the same; nil where none do.
  let isRepeat: (@Sendable (Value, Value) -> Bool)?
  let stored: StoredCopy<Value>?
  let storage: Lock<CoreStorage<Value>>

  init(_ plan: SourcePlan<Value>) {
    runtime = plan.runtime
    fetcher = plan.fetcher
    isRepeat = plan.isRepeat
    stored = plan.stored
    let machine = Machine(rules: plan.rules, emptyValue: plan.emptyValue)
    storage = Lock(CoreStorage(machine: machine))
  }

  var now: BootInstant { runtime.clocks.boot() }

  /// Lets something happen, and does what follows.
  @discardableResult
  func perform<Result: Sendable>(
    _ event: (inout Machine, BootInstant) -> Result
  ) -> Result {
    change { storage, now in event(&storage.machine, now) }
  }

  /// Changes more than the machine, and does what follows.
  func change<Result: Sendable>(
    _ event: (inout CoreStorage<Value>, BootInstant) -> Result
  ) -> Result {
    let now = now
    let (result, consequences, _) = storage.withLock { storage in
      // Let go of after the lock: what a value does in its deinitializer is not known.
      let former = storage.machine.value
      let result = event(&storage, now)
      return (result, follow(in: &storage), former)
    }
    for task in consequences.cancelled { task.cancel() }
    // Readers first: whoever is answered finds that they were told.
    if consequences.hasNews { announce() }
    for (caller, answer) in consequences.answers { caller.resume(with: answer) }
    return result
  }

  private func follow(in storage: inout CoreStorage<Value>) -> Consequences<Value> {
    var consequences = Consequences<Value>()
    for action in storage.machine.takeActions() {
      switch action {
      case .answer(let calls, let result):
        consequences.answers += calls.compactMap { call in
          storage.callers.removeValue(forKey: call).map { ($0, result) }
        }
      case .begin(let id):
        storage.run = (id, makeTask(of: id))
      case .cancel(let id):
        if let run = storage.run, run.id == id { consequences.cancelled.append(run.task) }
      case .store(let value): stored?.change(to: .value(value, runtime.clocks.wall()))
      case .forget: stored?.change(to: .nothing)
      }
    }
    storage.announceChanges()
    consequences.hasNews = storage.beginAnnouncing()
    setTimer(storage.machine.nextDeadline, in: &storage)
    return consequences
  }

  /// The task of a run: owned by the storage, cancelled with the run or at the end.
  ///
  /// Detached, because the fetch is for all who wait: what the task-locals of the first of them say, a
  /// job's for one, does not hold for the others.
  private func makeTask(of run: Machine.RunID) -> Task<Void, Never> {
    let sources = RunningSources.current + [ObjectIdentifier(self)]
    return Task.detached(priority: Task.currentPriority) {
      await RunningSources.$current.withValue(sources) { await self.carryOut(run) }
    }
  }

  /// Under the lock, so that the timer is never set to what was true before.
  private func setTimer(_ due: BootInstant?, in storage: inout CoreStorage<Value>) {
    guard due != storage.timer else { return }
    storage.timer = due
    runtime.timers.set(self, to: due)
  }

  /// Tells readers what has changed, in order, whoever changed it.
  private func announce() {
    while true {
      let announcements = storage.withLock { $0.takeAnnouncements() }
      guard !announcements.isEmpty else { return }
      for announcement in announcements { announcement.deliver() }
    }
  }

  /// Ends all that goes on.
  func terminate() {
    let readers = change { storage, _ in
      guard !storage.machine.isTerminated else { return [Task<Void, Never>]() }
      storage.machine.terminated()
      storage.announceChanges()
      storage.announceEnd()
      defer { storage.readers = [] }
      return storage.readers
    }
    for reader in readers { reader.cancel() }
  }
}

extension DataSourceCore: TimerTarget {
  func timeCame() {
    change { storage, now in
      // The timer has forgotten it.
      storage.timer = nil
      storage.machine.timeCame(now)
    }
  }
}

/// What is to be done once the lock is free.
struct Consequences<Value: Sendable>: Sendable {
  var answers: [(CoreStorage<Value>.Caller, Result<Value, any Error>)] = []
  var cancelled: [Task<Void, Never>] = []
  var hasNews = false
}
