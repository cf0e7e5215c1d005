import CLinux
import CPostgres
import NetwatchCore
import NetwatchJobs

extension StoreLoop {
  /// The connection, made anew if need be; nil where the batch has waited long enough, or there is no
  /// hope.
  func establish(for batch: Batch) -> Session? {
    while !mailbox.isClosed, !batch.isOver {
      if let session { return session }
      let deadline = max(batch.since, lostAt) + settings.patience
      guard deadline > .now else {
        batch.fail(unavailable)
        return nil
      }
      guard backoff.next <= .now else {
        mailbox.willWaitForOthers()
        _ = wait(for: nil, until: min(backoff.next, deadline))
        continue
      }
      do throws(PostgresFailure) {
        session = try connect()
        backoff.succeeded()
        listener?.serverCameBack()
      } catch {
        lastFailure = error
        backoff.failed()
        guard !error.isDisconnection else { continue }
        failAll(batch, error.storeError)
        return nil
      }
    }
    if mailbox.isClosed { batch.fail(JobStoreError.closed) }
    return nil
  }

  private var unavailable: JobStoreError {
    JobStoreError(
      .unavailable,
      "PostgreSQL was not reached within \(settings.patience): \(lastFailure)",
      underlying: lastFailure
    )
  }

  /// Waiting would be for nothing.
  private func failAll(_ batch: Batch, _ error: JobStoreError) {
    batch.fail(error)
    for entry in mailbox.takeAll() { entry.call.fail(error) }
  }

  /// Fails the calls that have waited for a connection long enough.
  func expire() {
    guard session == nil, lostAt + settings.patience <= .now else { return }
    for entry in mailbox.takeOlder(than: .now - settings.patience) { entry.call.fail(unavailable) }
  }

  /// When the next call has waited for a connection long enough.
  var nextExpiry: ContinuousClock.Instant? {
    guard session == nil, let oldest = mailbox.oldest else { return nil }
    return max(oldest, lostAt) + settings.patience
  }

  private func connect() throws(PostgresFailure) -> Session {
    let connection = try PostgresConnection.start(settings.connection)
    let deadline = ContinuousClock.now + settings.answerLimit
    var progress = PostgresConnection.Progress.writing
    while progress != .ready {
      let events = Int16(progress == .reading ? POLLIN : POLLOUT)
      try waitUntilReady(connection, events, until: deadline)
      progress = try connection.advance()
    }
    try migrate(connection)
    let result = try answer(to: statements.hello(client, settings.limits), on: connection)
    guard let epoch = result.value(0, 0, as: Int64.self) else {
      throw PostgresFailure(state: "XX001", message: "the schema has lost its settings")
    }
    return Session(connection: connection, epoch: epoch)
  }

  /// Brings the schema to the version that this program works with.
  private func migrate(_ connection: PostgresConnection) throws(PostgresFailure) {
    let limit = settings.answerLimit * 20
    var version = try version(connection)
    while version < Migration.newest {
      let migration = Migration.all[version]
      do throws(PostgresFailure) {
        try connection.send(script: migration.script(for: settings.schema))
        _ = try result(on: connection, within: limit)
      } catch {
        guard error.state == PostgresFailure.migrated else { throw error }
      }
      version = try self.version(connection)
    }
    guard version == Migration.newest else {
      throw PostgresFailure(
        state: PostgresFailure.newer,
        message:
          "the schema has version \(version); this program knows versions up to \(Migration.newest)"
      )
    }
  }

  /// The version of the schema; zero where there is none.
  private func version(_ connection: PostgresConnection) throws(PostgresFailure) -> Int {
    let exists = try answer(to: statements.schemaExists, on: connection)
    guard exists.value(0, 0) == true else { return 0 }
    let result = try answer(to: statements.version, on: connection)
    return Int(result.value(0, 0, as: Int32.self) ?? 0)
  }
}
