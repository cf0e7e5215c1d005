import NetwatchCore
public import NetwatchJobs
import NetwatchSystem

/// A job store in a PostgreSQL database, for any number of processes and hosts.
///
/// The database's clock is the judge of all times. What is asked for at the same time is stored in one
/// transaction, so that many who submit share the cost of a commit. Two connections are used, both on
/// one thread: one for the work, and one that hears what others have changed. When a connection
/// breaks, another is made, and what was asked for is asked again, once it is certain that it was not
/// done.
///
/// It needs no state in the database's session, so that it works through poolers that hand out
/// connections by the transaction; see ``PostgresListening``.
public final class PostgresJobStore: JobStore {
  /// Names the schema's contents, for as long as they exist.
  public let identity: String
  let mailbox: Mailbox
  let observers: StoreObservers
  let statements: Statements
  let client: ClientID
  private let limits: JobLimits
  private let ending: Ending

  private init(_ parts: Parts, limits: JobLimits, identity: String) {
    self.identity = identity
    self.limits = limits
    (mailbox, observers, ending) = (parts.mailbox, parts.observers, parts.ending)
    (statements, client) = (parts.statements, parts.client)
  }

  deinit {
    mailbox.close()
  }

  /// Opens the store in a schema of a database, which is made, or brought to the present version,
  /// where that is needed.
  ///
  /// - Parameters:
  ///   - connection: A libpq connection string or URI. Unless it says otherwise, a server that goes
  ///     without a word is noticed after 20 to 30 s.
  ///   - schema: The name of the schema, by default `netwatch`.
  ///   - limits: How much the store takes; the newest who opens the store sets it for all.
  ///   - listening: How to hear of what others have changed, by default by a second connection. It is
  ///     made once somebody observes the store.
  ///   - patience: How long a call waits for a connection to the server, by default 10 s, before it
  ///     throws `unavailable`. So does opening.
  ///   - answerLimit: How long the server may take to answer, by default 30 s. After that the
  ///     connection is given up, and the call throws `unavailable`.
  /// - Returns: The store.
  /// - Throws: `JobStoreError`, such as `unavailable` where the server is not there, `denied` where
  ///   it refuses the user or has no such database, and `newerVersion`; `CancellationError`.
  public static func open(
    _ connection: String,
    schema: String = "netwatch",
    limits: JobLimits = JobLimits(),
    listening: PostgresListening = .sameServer,
    patience: Duration = .seconds(10),
    answerLimit: Duration = .seconds(30)
  ) async throws -> PostgresJobStore {
    let settings = StoreSettings(
      connection: connection,
      schema: try SchemaName(schema),
      limits: limits,
      listening: listening.connection(besides: connection),
      patience: patience,
      answerLimit: answerLimit,
      random: .system
    )
    return try await open(settings)
  }

  /// What is there before the database was reached.
  private struct Parts: Sendable {
    let mailbox: Mailbox
    let observers = StoreObservers()
    let statements: Statements
    let client = ClientID()
    let ending = Ending()
  }

  static func open(_ settings: StoreSettings) async throws -> PostgresJobStore {
    let parts = Parts(mailbox: try Mailbox(), statements: Statements(settings.schema))
    try StoreThread.start {
      StoreLoop(
        settings,
        mailbox: parts.mailbox,
        observers: parts.observers,
        client: parts.client,
        statements: parts.statements
      ).run()
      parts.ending.hasCome()
    }
    do {
      let identity = try await parts.mailbox.answer(to: parts.statements.identity) { result in
        result.value(0, 0, as: String.self) ?? ""
      }
      return PostgresJobStore(parts, limits: settings.limits, identity: identity)
    } catch {
      parts.mailbox.close()
      throw error
    }
  }

  /// Has changes told to an observer, as `JobStore` says; those of others too where the store listens.
  public func observe(
    _ observer: @escaping @Sendable (StoreChange) -> Void
  ) -> StoreObservation {
    defer { mailbox.signal.send() }
    return observers.add(observer)
  }

  /// Ends all work, and the connections; calls that wait throw `closed`.
  public func close() async {
    mailbox.close()
    await ending.wait()
  }

  /// Stores jobs, all or none, together with what others submit at the same time.
  ///
  /// After `unavailable` it is not known whether the jobs are stored; no other error leaves that open.
  public func submit(_ jobs: [NewJob]) async throws -> [JobReceipt] {
    for job in jobs { try check(job) }
    guard !jobs.isEmpty else { return [] }
    let waiter = Waiter<[JobReceipt]>()
    mailbox.put(.submit(Submission(jobs: jobs, waiter: waiter)))
    let receipts = try await waiter.value()
    observers.tell(StoreChange.all(of: zip(jobs, receipts)))
    return receipts
  }

  /// Refuses what no store takes.
  func check(_ job: NewJob) throws(JobStoreError) {
    try job.check(payloadLimit: limits.payload)
  }

  /// Takes a worker's reports, and hands it jobs, in one transaction.
  public func turn(_ turn: StoreTurn) async throws -> StoreTurnResult {
    let ordered = OrderedTurn(turn)
    let answer = try await mailbox.answer { [statements] fence in
      statements.turn(ordered, fence)
    } read: { [identity] result throws(JobStoreError) in
      try TurnAnswer(result, ordered, identity: identity)
    }
    observers.tell(answer.ready.map(StoreChange.ready) + StoreChange.due(turn, answer.result))
    return answer.result
  }
}

extension PostgresListening {
  fileprivate func connection(besides connection: String) -> String? {
    switch self {
    case .sameServer: connection
    case .at(let other): other
    case .never: nil
    }
  }
}

extension Mailbox {
  /// Asks for something, and waits for it.
  func answer<Value: Sendable>(
    to statement: @escaping @Sendable (Fence) -> Statement,
    read: @escaping @Sendable (PostgresResult) throws(JobStoreError) -> Value
  ) async throws -> Value {
    let waiter = Waiter<Value>()
    put(.request(Request(waiter, statement: statement, read: read)))
    return try await waiter.value()
  }

  /// Asks for something whose statement is the same whoever asks.
  func answer<Value: Sendable>(
    to statement: Statement,
    read: @escaping @Sendable (PostgresResult) throws(JobStoreError) -> Value
  ) async throws -> Value {
    try await answer(to: { _ in statement }, read: read)
  }
}
