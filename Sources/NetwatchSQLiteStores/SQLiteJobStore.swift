package import NetwatchClocks
internal import NetwatchCore
public import NetwatchJobs

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
public final class SQLiteJobStore: JobStore {
  public let identity: String

  private let limits: JobLimits
  private let observers: StoreObservers
  private let mailbox: TaskMailbox
  private let reader: ReaderThread

  private init(
    identity: String,
    settings: DatabaseSettings,
    observers: StoreObservers,
    mailbox: TaskMailbox
  ) {
    self.identity = identity
    self.observers = observers
    self.mailbox = mailbox
    limits = settings.limits
    reader = ReaderThread(settings)
  }

  deinit {
    reader.close()
    mailbox.close()
  }

  /// Opens a store, and makes it where the file is not there, readable for its owner only.
  ///
  /// - Parameters:
  ///   - path: The file; the folder has to be there. Neither it nor the files beside it that SQLite
  ///     makes, with `-wal` and `-shm` at the end of their names, may be symbolic links.
  ///   - limits: How much it takes. The view for submitting by SQL goes by those of the last opening.
  /// - Returns: The store.
  /// - Throws: ``JobStoreError``: `invalid` for what is not the path of a file, `denied` where the file
  ///   can't be read and written, `damaged` where it is no store, `newerVersion`, `busy`, `noSpace`;
  ///   and `CancellationError`.
  public static func open(
    path: String,
    limits: JobLimits = JobLimits()
  ) async throws -> SQLiteJobStore {
    try await open(
      path: path,
      limits: limits,
      clocks: .kernel,
      clockName: ClockIdentity.ofThisProcess()
    )
  }

  /// Opens a store that reads other clocks than the kernel's.
  ///
  /// - Parameters:
  ///   - clocks: What is read instead.
  ///   - clockName: Names the boot clock among them; another name is another boot.
  package static func open(
    path: String,
    limits: JobLimits,
    clocks: SystemClocks,
    clockName: String
  ) async throws -> SQLiteJobStore {
    let settings = DatabaseSettings(
      path: path,
      limits: limits,
      clocks: clocks,
      clockName: clockName
    )
    let (mailbox, observers) = (try TaskMailbox(name: path), StoreObservers())
    try StoreThread.start {
      DatabaseLoop(mailbox, observers: observers) { try JobDatabase.open(settings) }.run()
    }
    do {
      let identity = try await StoreCall(.reading) { $0.identity }.value(from: mailbox)
      return SQLiteJobStore(
        identity: identity,
        settings: settings,
        observers: observers,
        mailbox: mailbox
      )
    } catch {
      mailbox.close()
      throw error
    }
  }

  public func submit(_ jobs: [NewJob]) async throws -> [JobReceipt] {
    for job in jobs { try job.check(payloadLimit: limits.payload) }
    guard !jobs.isEmpty else { return [] }
    return try await call(.writing) { try $0.submit(jobs) }
  }

  public func look(_ look: StoreLook) async throws -> StoreView {
    try await call(.writingIf { try $0.isAnythingDue() }) { try $0.look(look) }
  }

  public func turn(_ turn: StoreTurn) async throws -> StoreTurnResult {
    guard !turn.isEmpty else { return StoreTurnResult() }
    return try await call(.writing) { try $0.turn(turn) }
  }

  public func cancel(_ id: JobID) async throws -> JobTransition? {
    try await call(.writing) { try $0.cancel(id) }
  }

  public func retryNow(_ id: JobID) async throws -> JobTransition? {
    try await call(.writing) { try $0.retryNow(id) }
  }

  public func job(_ id: JobID) async throws -> Job? {
    try await StoreCall(.reading) { try $0.job(id) }.value(from: reader.mailbox())
  }

  public func jobs(matching query: JobQuery) async throws -> [Job] {
    try await StoreCall(.reading) { try $0.jobs(matching: query) }.value(from: reader.mailbox())
  }

  public func statistics() async throws -> StoreStatistics {
    try await StoreCall(.reading) { try $0.statistics() }.value(from: reader.mailbox())
  }

  public func prune(_ retention: JobRetention) async throws -> Int {
    try await call(.writingIf { try $0.isAnythingOld(retention) }) { database in
      database.isWriting ? try database.prune(retention) : 0
    }
  }

  public func observe(_ observer: @escaping @Sendable (StoreChange) -> Void) -> StoreObservation {
    observers.add(observer)
  }

  public func close() async {
    await reader.closed()
    mailbox.close()
    await mailbox.ended()
  }

  private func call<Value: Sendable>(
    _ access: StoreAccess,
    _ body: @escaping @Sendable (JobDatabase) throws -> Value
  ) async throws -> Value {
    try await StoreCall(access, body).value(from: mailbox)
  }
}

extension SQLiteJobStore: MovableJobStore {
  package func beginMove() async throws {
    try await call(.writing) { $0.totals.isMoving = true }
  }

  package func exportPage(after: JobID?, limit: Int) async throws -> [MovedJob] {
    try await call(.reading) { try $0.exportPage(after: after, limit: limit) }
  }

  package func removeMoved(_ ids: [JobID]) async throws {
    try await call(.writing) { try $0.removeMoved(ids) }
  }

  package func importJobs(_ jobs: [MovedJob], from source: String) async throws -> Int {
    for job in jobs { try job.job.check(payloadLimit: limits.payload) }
    return try await call(.writing) { try $0.importJobs(jobs, from: source) }
  }

  package func lastMoved(from source: String) async throws -> JobID? {
    try await call(.reading) { try $0.lastMoved(from: source) }
  }
}
