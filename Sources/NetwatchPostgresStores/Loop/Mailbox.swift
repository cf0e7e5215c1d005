import CLinux
import Glibc
import NetwatchCore
import NetwatchJobs
import NetwatchSystem

/// Carries what tasks ask for to the store's thread.
///
/// Whatever is accepted is taken or given back by ``close()``, so that nobody is forgotten.
final class Mailbox: Sendable {
  /// A call, and since when it waits.
  struct Entry: Sendable {
    let call: Call
    let since: ContinuousClock.Instant
  }

  private struct State {
    var entries: [Entry] = []
    var isClosed = false

    /// The thread waits until there are so many calls; nil where it does not wait, or was woken.
    var wanted: Int?
  }

  /// The most calls that wait; each is a task of the program's that waits too.
  private static let longest = 100_000

  /// The most jobs and bytes that are stored in one transaction, unless one caller brings more.
  private static let batch = (jobs: 1_000, bytes: 4 << 20)

  let signal: EventSignal
  private let state = Lock(State())

  init() throws(JobStoreError) {
    guard let signal = EventSignal() else {
      throw JobStoreError(.failed, "the system refuses an eventfd (error \(errno))")
    }
    self.signal = signal
  }

  var isClosed: Bool { state.withLock { $0.isClosed } }

  /// Hands a call to the thread, or fails it.
  func put(_ call: Call) {
    let refusal: JobStoreError? = state.withLock { state in
      guard !state.isClosed else { return .closed }
      guard state.entries.count < Self.longest else {
        return JobStoreError(.busy, "\(Self.longest) calls wait for the store already")
      }
      state.entries.append(Entry(call: call, since: .now))
      if let wanted = state.wanted, state.entries.count >= wanted {
        signal.send()
        state.wanted = nil
      }
      return nil
    }
    if let refusal { call.fail(refusal) }
  }

  /// The thread is about to wait until there are so many calls; false where there are.
  func willWait(for count: Int = 1) -> Bool {
    state.withLock { state in
      guard state.entries.count < count, !state.isClosed else { return false }
      state.wanted = count
      return true
    }
  }

  /// How many calls wait.
  var count: Int { state.withLock { $0.entries.count } }

  /// The thread is about to wait for something else than calls, but wants to know of each.
  func willWaitForOthers() {
    state.withLock { $0.wanted = 1 }
  }

  /// The first call, and where it submits jobs, as many others that do as go in one transaction.
  func take() -> [Entry] {
    state.withLock { state in
      state.wanted = nil
      guard let first = state.entries.first else { return [] }
      guard case .submit = first.call else { return [state.entries.removeFirst()] }
      return Self.gather(&state.entries)
    }
  }

  private static func gather(_ entries: inout [Entry]) -> [Entry] {
    var taken: [Entry] = []
    var (jobs, bytes) = (0, 0)
    var isFull = false
    entries.removeAll { entry in
      guard case .submit = entry.call, !isFull else { return false }
      jobs += entry.call.jobCount
      bytes += entry.call.byteCount
      isFull = !taken.isEmpty && (jobs > batch.jobs || bytes > batch.bytes)
      if !isFull { taken.append(entry) }
      return !isFull
    }
    return taken
  }

  /// Takes out the calls that have waited since before a moment.
  func takeOlder(than moment: ContinuousClock.Instant) -> [Entry] {
    state.withLock { state in
      let count = state.entries.prefix { $0.since <= moment }.count
      defer { state.entries.removeFirst(count) }
      return Array(state.entries.prefix(count))
    }
  }

  /// Since when the first call waits; nil where none does.
  var oldest: ContinuousClock.Instant? { state.withLock { $0.entries.first?.since } }

  /// Accepts nothing more, and lets the thread know.
  func close() {
    state.withLock { $0.isClosed = true }
    signal.send()
  }

  /// Takes out all that nobody took.
  func takeAll() -> [Entry] {
    state.withLock { state in
      defer { state.entries = [] }
      return state.entries
    }
  }
}

extension JobStoreError {
  /// What calls get after the store was closed.
  static var closed: Self { JobStoreError(.closed, "the store was closed") }
}
