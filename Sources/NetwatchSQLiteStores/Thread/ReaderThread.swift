import NetwatchCore
import NetwatchJobs

/// The thread for long looks at a database, started when there is the first one.
///
/// It does one after the other: looks gain nothing by a transaction together, and a short one that comes
/// while a long one is under way has to wait for that alone.
final class ReaderThread<Database: StoreDatabase>: Sendable {
  private enum State {
    case notNeeded
    case running(TaskMailbox<Database>)
    case closed
  }

  private let state = Lock(State.notNeeded)
  private let path: String
  private let open: @Sendable () throws -> Database

  /// - Parameters:
  ///   - path: Names the store in errors.
  ///   - open: Opens the database, on the thread.
  init(path: String, open: @escaping @Sendable () throws -> Database) {
    (self.path, self.open) = (path, open)
  }

  /// Where tasks for the thread go.
  func mailbox() throws(JobStoreError) -> TaskMailbox<Database> {
    let (path, open) = (path, open)
    return try state.withLock { state throws(JobStoreError) in
      switch state {
      case .running(let mailbox): return mailbox
      case .closed: throw JobStoreError(.closed, "the store \(path) is closed")
      case .notNeeded:
        let mailbox = try Self.start(path, open)
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
  private func closing() -> TaskMailbox<Database>? {
    state.withLock { state in
      defer { state = .closed }
      return if case .running(let mailbox) = state { mailbox } else { nil }
    }
  }

  private static func start(
    _ path: String,
    _ open: @escaping @Sendable () throws -> Database
  ) throws(JobStoreError) -> TaskMailbox<Database> {
    let mailbox = try TaskMailbox<Database>(name: path)
    try StoreThread.start { DatabaseLoop(mailbox, batchSize: 1, open: open).run() }
    return mailbox
  }
}
