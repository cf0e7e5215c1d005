import CLinux
import Glibc
import NetwatchCore
import NetwatchJobs
import NetwatchSystem

/// Carries tasks to the thread that does them, and tells when that has ended.
///
/// Whatever is accepted is taken, so that no caller is forgotten.
final class TaskMailbox<Database: StoreDatabase>: Sendable {
  private struct State {
    var tasks: [any StoreTask<Database>] = []

    /// Those that go before the others.
    var shortTasks: [any StoreTask<Database>] = []
    var isClosed = false
    var hasEnded = false
    var closers: [CheckedContinuation<Void, Never>] = []

    /// Whether the thread has said that it waits, and was not woken since.
    var isWaiting = false
  }

  private let state = Lock(State())

  /// Readable when the thread has to look.
  let signal: EventSignal

  /// Names the store in errors.
  let name: String

  init(name: String) throws(JobStoreError) {
    self.name = name
    guard let signal = EventSignal() else {
      throw JobStoreError(.failed, "the system refuses an eventfd (error \(errno))")
    }
    self.signal = signal
  }

  /// Accepts a task.
  ///
  /// - Returns: Why it was not accepted; nil where it was.
  func put(_ task: any StoreTask<Database>) -> JobStoreError? {
    let isClosed = state.withLock { state in
      if !state.isClosed {
        if task.isShort { state.shortTasks.append(task) } else { state.tasks.append(task) }
        wake(&state)
      }
      return state.isClosed
    }
    return isClosed ? JobStoreError(.closed, "the store \(name) is closed") : nil
  }

  /// Accepts no more.
  func close() {
    state.withLock { state in
      state.isClosed = true
      wake(&state)
    }
  }

  /// Waits until the thread has ended, which the caller has asked for.
  func ended() async {
    await withCheckedContinuation { continuation in
      let hasEnded = state.withLock { state in
        if !state.hasEnded { state.closers.append(continuation) }
        return state.hasEnded
      }
      if hasEnded { continuation.resume() }
    }
  }

  /// The thread is about to wait; false where there is something to look at first.
  func willWait() -> Bool {
    state.withLock { state in
      state.isWaiting = state.tasks.isEmpty && state.shortTasks.isEmpty && !state.isClosed
      return state.isWaiting
    }
  }

  /// The oldest tasks, short ones where there are any; nil once there will be no more.
  func take(atMost count: Int) -> [any StoreTask<Database>]? {
    state.withLock { state in
      state.isWaiting = false
      if !state.shortTasks.isEmpty { return Self.take(count, of: &state.shortTasks) }
      if !state.tasks.isEmpty { return Self.take(count, of: &state.tasks) }
      return state.isClosed ? nil : []
    }
  }

  private static func take(
    _ count: Int,
    of tasks: inout [any StoreTask<Database>]
  ) -> [any StoreTask<Database>] {
    guard tasks.count > count else {
      defer { tasks = [] }
      return tasks
    }
    defer { tasks.removeFirst(count) }
    return Array(tasks.prefix(count))
  }

  /// The thread has done all there was, and has let go of the database.
  func end() {
    let closers = state.withLock { state in
      state.hasEnded = true
      defer { state.closers = [] }
      return state.closers
    }
    for closer in closers { closer.resume() }
  }

  /// One signal does for everything that is put in before the thread looks, and none is needed while
  /// it is awake.
  private func wake(_ state: inout State) {
    if state.isWaiting { signal.send() }
    state.isWaiting = false
  }
}
