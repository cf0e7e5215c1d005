import NetwatchCore
import NetwatchJobs

/// The thread for long looks at a database, started when there is the first one.
final class ReaderThread: Sendable {
  private enum State {
    case notNeeded
    case running(TaskMailbox<JobDatabase>)
    case closed
  }

  private let state = Lock(State.notNeeded)
  private let settings: DatabaseSettings

  init(_ settings: DatabaseSettings) {
    self.settings = settings
  }

  /// Where tasks for the thread go.
  func mailbox() throws(JobStoreError) -> TaskMailbox<JobDatabase> {
    let settings = settings
    return try state.withLock { state throws(JobStoreError) in
      switch state {
      case .running(let mailbox): return mailbox
      case .closed: throw JobStoreError(.closed, "the store \(settings.path) is closed")
      case .notNeeded:
        let mailbox = try Self.start(settings)
        state = .running(mailbox)
        return mailbox
      }
    }
  }

  /// Accepts no more.
  func close() { closing()?.close() }

  /// Accepts no more, and waits for the end.
  func closed() async {
    let mailbox = closing()
    mailbox?.close()
    await mailbox?.ended()
  }

  /// The mailbox of a thread that ran.
  private func closing() -> TaskMailbox<JobDatabase>? {
    state.withLock { state in
      defer { state = .closed }
      return if case .running(let mailbox) = state { mailbox } else { nil }
    }
  }

  private static func start(_ settings: DatabaseSettings) throws(JobStoreError) -> TaskMailbox<
    JobDatabase
  > {
    let mailbox = try TaskMailbox<JobDatabase>(name: settings.path)
    try StoreThread.start {
      DatabaseLoop(mailbox) { try JobDatabase.openForReading(settings) }.run()
    }
    return mailbox
  }
}
