import NetwatchCore
import NetwatchJobs

/// Keeps jobs in an SQLite file, which several processes may use at once.
///
/// What is submitted or reported is on the disk when the call returns. Calls that come together share
/// a transaction, so that a file takes many times as many jobs as the disk takes transactions.
///
/// A thread of the store's own owns the file, and sleeps while there is nothing to do; changes by other
/// processes wake it. A second one, started when it is first needed, answers ``job(_:)``,
/// ``jobs(matching:)`` and ``statistics()``, so that a long answer keeps nobody from submitting.
///
/// Errors of the file are `busy` (another program held it for 10 s), `noSpace`, `damaged` and `denied`;
/// after each of them the store can go on once the reason is gone.
public final class SQLiteJobStore: Sendable {
  /// Names what is in the file, for as long as it exists; a copy of the file has the same name.
  public let identity: String

  let limits: JobLimits
  let observers: StoreObservers
  let mailbox: TaskMailbox<JobDatabase>
  let reader: ReaderThread<JobDatabase>

  /// How many lanes had a job when they were last looked at.
  let lanesKept = Lock(0)

  init(
    identity: String,
    settings: DatabaseSettings,
    observers: StoreObservers,
    mailbox: TaskMailbox<JobDatabase>
  ) {
    self.identity = identity
    self.observers = observers
    self.mailbox = mailbox
    limits = settings.limits
    reader = ReaderThread(path: settings.path) { try JobDatabase.openForReading(settings) }
  }

  deinit {
    reader.close()
    mailbox.close()
  }

  /// Has something done on the thread that owns the file.
  func call<Value: Sendable>(
    _ access: StoreAccess<JobDatabase>,
    _ body: @escaping @Sendable (JobDatabase) throws -> Value
  ) async throws -> Value {
    try await StoreCall(access, body).value(from: mailbox)
  }
}
