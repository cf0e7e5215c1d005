import CLinux
import CPostgres
import NetwatchCore
import NetwatchJobs

/// Drives the connections of a store; made and used on the store's thread.
///
/// It serves one call at a time, which is what lets those that come meanwhile go together.
final class StoreLoop {
  let settings: StoreSettings
  let mailbox: Mailbox
  let observers: StoreObservers
  let client: ClientID
  let statements: Statements

  /// The connection that the work is done on, and its epoch; nil while there is none.
  var session: Session?
  var backoff: ReconnectBackoff
  var lostAt = ContinuousClock.now
  var lastFailure = PostgresFailure(state: nil, message: "the server was not reached yet")
  var listener: Listener?

  /// When observers are told to look even though nothing was heard.
  var nextReminder: ContinuousClock.Instant?
  private var lastNumber: Int64 = 0

  /// With more callers than that the cost of a commit is shared well enough.
  private static let mostGathered = 128

  init(
    _ settings: StoreSettings,
    mailbox: Mailbox,
    observers: StoreObservers,
    client: ClientID,
    statements: Statements
  ) {
    self.settings = settings
    self.mailbox = mailbox
    self.observers = observers
    self.client = client
    self.statements = statements
    backoff = ReconnectBackoff(random: settings.random)
  }

  /// Serves the mailbox until it is closed.
  func run() {
    while !mailbox.isClosed {
      let entries = mailbox.take().filter { !$0.call.isOver }
      guard let first = entries.first else {
        rest()
        continue
      }
      lastNumber += 1
      let beginning = ContinuousClock.now
      serve(Batch(entries.map(\.call), since: first.since, number: lastNumber))
      gather(behind: entries.count, taken: .now - beginning)
    }
    session = nil
    listener = nil
    for entry in mailbox.takeAll() { entry.call.fail(JobStoreError.closed) }
  }

  /// Waits a moment for those who were just answered, as they often have more to ask, so that they go
  /// together with those who came meanwhile: else two halves would take turns, and neither be stored
  /// at the cost of one.
  ///
  /// One call at a time is not kept waiting.
  private func gather(behind answered: Int, taken: Duration) {
    let expected = mailbox.count + answered
    guard expected > 2, expected <= Self.mostGathered else { return }
    let deadline = ContinuousClock.now + min(taken / 4, .milliseconds(1))
    while mailbox.willWait(for: expected), deadline > .now { _ = wait(for: nil, until: deadline) }
  }

  /// Waits for calls.
  private func rest() {
    guard mailbox.willWait() else { return }
    _ = wait(for: session.map { ($0.connection.socket, Int16(POLLIN)) }, until: nil)
    // Nothing is expected on it but bad news.
    guard let session else { return }
    do throws(PostgresFailure) {
      try session.connection.consume()
    } catch {
      disconnected(error)
    }
  }

  /// Sends a batch, over new connections if need be, until it is answered or has waited long enough.
  private func serve(_ batch: Batch) {
    var batch = batch
    while !batch.isOver {
      guard !mailbox.isClosed else { return batch.fail(JobStoreError.closed) }
      guard let session = establish(for: batch) else { return }
      do throws(PostgresFailure) {
        let fence = Fence(client: client, epoch: session.epoch, number: batch.number)
        let result = try answer(to: batch.statement(fence, statements), on: session.connection)
        return batch.succeed(result)
      } catch {
        batch.failures += 1
        guard !isRepeatable(error, for: batch) else { continue }
        return fail(batch, error)
      }
    }
  }

  private func isRepeatable(_ failure: PostgresFailure, for batch: Batch) -> Bool {
    if failure.isDisconnection || failure.state == PostgresFailure.fenced {
      disconnected(failure)
      return !failure.isTimeout
    }
    return failure.isConflict && batch.failures < 5
  }

  /// Where it was one of several that the server refused, each is asked for on its own.
  private func fail(_ batch: Batch, _ failure: PostgresFailure) {
    guard batch.calls.count > 1, !failure.isDisconnection else {
      return batch.fail(failure.storeError)
    }
    for call in batch.calls {
      lastNumber += 1
      serve(Batch([call], since: batch.since, number: lastNumber))
    }
  }

  /// The connection is of no more use.
  func disconnected(_ failure: PostgresFailure) {
    if session != nil { lostAt = .now }
    session = nil
    lastFailure = failure
  }
}
