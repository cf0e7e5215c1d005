import CPostgres
import Glibc
import NetwatchCore

/// The second connection, on which the database says that another has changed something.
///
/// It never waits: the thread calls ``step(_:)`` when its socket is ready, or its time has come.
final class Listener {
  private enum Phase {
    case down
    case connecting(PostgresConnection, PostgresConnection.Progress)
    case subscribing(PostgresConnection)
    case listening(PostgresConnection)
  }

  /// How long connecting and subscribing may take.
  private static let limit = Duration.seconds(10)

  private let connection: String
  private let schema: SchemaName
  private let client: String
  private var phase = Phase.down
  private var backoff: ReconnectBackoff
  private var limit = ContinuousClock.now

  init(_ settings: StoreSettings, connection: String, client: ClientID) {
    self.connection = connection
    schema = settings.schema
    self.client = "\(client)"
    backoff = ReconnectBackoff(random: settings.random)
  }

  /// What to wait for besides the time.
  var descriptor: pollfd? {
    switch phase {
    case .down: nil
    case .connecting(let connection, let progress):
      pollfd(
        fd: connection.socket,
        events: Int16(progress == .reading ? POLLIN : POLLOUT),
        revents: 0
      )
    case .subscribing(let connection), .listening(let connection):
      pollfd(fd: connection.socket, events: Int16(POLLIN), revents: 0)
    }
  }

  /// When to call it whatever the socket does; nil: never.
  var deadline: ContinuousClock.Instant? {
    switch phase {
    case .down: backoff.next
    case .connecting, .subscribing: limit
    case .listening: nil
    }
  }

  /// The server was reached otherwise: it can be tried at once.
  func serverCameBack() {
    if case .down = phase { backoff.succeeded() }
  }

  /// Goes on.
  ///
  /// - Parameter isReady: Whether the socket is.
  /// - Returns: Whether something may have been changed by others.
  func step(isReady: Bool) -> Bool {
    do throws(PostgresFailure) {
      return try advance(isReady: isReady)
    } catch {
      phase = .down
      backoff.failed()
      return false
    }
  }

  private func advance(isReady: Bool) throws(PostgresFailure) -> Bool {
    switch phase {
    case .down:
      guard backoff.next <= .now else { return false }
      limit = .now + Self.limit
      phase = .connecting(try .start(connection), .writing)
    case .connecting(let connection, _) where isReady:
      let progress = try connection.advance()
      guard progress == .ready else {
        phase = .connecting(connection, progress)
        break
      }
      try connection.send(script: schema.filled(into: "LISTEN @schema@"))
      _ = try connection.flush()
      phase = .subscribing(connection)
    case .subscribing(let connection) where isReady: return try subscribed(connection)
    case .listening(let connection) where isReady: return try heard(connection)
    case .connecting, .subscribing, .listening: break
    }
    try checkLimit()
    return false
  }

  private func checkLimit() throws(PostgresFailure) {
    guard let deadline, deadline <= .now, descriptor != nil else { return }
    throw PostgresFailure(state: nil, message: "the server did not answer in time")
  }

  /// What was changed before now was not heard.
  private func subscribed(_ connection: PostgresConnection) throws(PostgresFailure) -> Bool {
    try connection.consume()
    guard !connection.isBusy else { return false }
    while let result = connection.nextResult() {
      if let failure = result.failure { throw failure }
    }
    phase = .listening(connection)
    backoff.succeeded()
    return true
  }

  private func heard(_ connection: PostgresConnection) throws(PostgresFailure) -> Bool {
    try connection.consume()
    var isElsewhere = false
    while let sender = connection.nextNotification() {
      isElsewhere = isElsewhere || sender != client
    }
    return isElsewhere
  }
}
