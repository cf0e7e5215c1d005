import CPostgres
import Glibc

/// A connection to a server, which never waits; used by one thread only.
@safe final class PostgresConnection {
  /// What a connection that is being made waits for.
  enum Progress {
    case reading, writing, ready
  }

  private let handle: OpaquePointer

  private init(handle: OpaquePointer) {
    unsafe self.handle = handle
  }

  deinit {
    unsafe PQfinish(handle)
  }

  /// What holds unless the connection string says otherwise: a server that has gone without a word is
  /// noticed within half a minute.
  private static let defaults: [(String, String)] = [
    ("fallback_application_name", "netwatch"), ("keepalives", "1"), ("keepalives_idle", "15"),
    ("keepalives_interval", "5"), ("keepalives_count", "3"), ("tcp_user_timeout", "20000"),
  ]

  /// Begins to connect.
  ///
  /// Only the lookup of the server's name keeps the thread waiting.
  ///
  /// - Parameter connection: A libpq connection string or URI.
  /// - Returns: The connection, to be advanced once its socket can be written to.
  /// - Throws: What is wrong with the connection string, or that there is no memory.
  static func start(_ connection: String) throws(PostgresFailure) -> PostgresConnection {
    let pairs = defaults + [("dbname", connection), ("client_encoding", "UTF8")]
    guard let handle = unsafe begin(pairs) else {
      throw PostgresFailure(state: "53200", message: "there is no memory for a connection")
    }
    let result = unsafe PostgresConnection(handle: handle)
    // The only way to the SQLSTATE of a refused connection is through the text.
    unsafe PQsetErrorVerbosity(handle, PQERRORS_VERBOSE)
    unsafe PQsetNoticeProcessor(handle, { _, _ in }, nil)
    guard unsafe PQstatus(handle) != CONNECTION_BAD else { throw result.failure }
    return result
  }

  private static func begin(_ pairs: [(String, String)]) -> OpaquePointer? {
    let words = unsafe pairs.map { unsafe strdup($0.0) } + [nil]
    let values = unsafe pairs.map { unsafe strdup($0.1) } + [nil]
    defer { unsafe (words + values).forEach { unsafe free($0) } }
    return unsafe PQconnectStartParams(
      words.map { unsafe UnsafePointer($0) },
      values.map { unsafe UnsafePointer($0) },
      1
    )
  }

  /// The socket, which may be another after each step of connecting; negative where there is none.
  var socket: CInt { unsafe PQsocket(handle) }

  /// Goes on with connecting, once the socket is ready for what was waited for.
  func advance() throws(PostgresFailure) -> Progress {
    switch unsafe PQconnectPoll(handle) {
    case PGRES_POLLING_READING: return .reading
    case PGRES_POLLING_WRITING: return .writing
    case PGRES_POLLING_OK:
      unsafe PQsetnonblocking(handle, 1)
      return .ready
    default: throw failure
    }
  }

  /// Sends SQL without parameters, of several statements in one transaction if need be.
  func send(script: String) throws(PostgresFailure) {
    guard unsafe PQsendQuery(handle, script) == 1 else { throw failure }
  }

  /// Sends a statement, whose results come in binary format.
  func send(_ statement: Statement) throws(PostgresFailure) {
    let sent = unsafe statement.bytes.withUnsafeBytes { bytes in
      let base = unsafe bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
      let values = unsafe statement.parameters.map { parameter in
        unsafe parameter.range.flatMap { range in unsafe base.map { unsafe $0 + range.lowerBound } }
      }
      return unsafe PQsendQueryParams(
        handle,
        statement.sql,
        CInt(clamping: statement.parameters.count),
        statement.parameters.map(\.type),
        values,
        statement.parameters.map { CInt(clamping: $0.range?.count ?? 0) },
        [CInt](repeating: 1, count: statement.parameters.count),
        1
      )
    }
    guard sent == 1 else { throw failure }
  }

  /// Sends what is left to send; true where the socket has no room for all of it.
  func flush() throws(PostgresFailure) -> Bool {
    let left = unsafe PQflush(handle)
    guard left >= 0 else { throw failure }
    return left == 1
  }

  /// Takes what has arrived.
  func consume() throws(PostgresFailure) {
    guard unsafe PQconsumeInput(handle) == 1 else { throw failure }
  }

  /// Whether the next result is not complete yet.
  var isBusy: Bool { unsafe PQisBusy(handle) == 1 }

  /// The next result of what was sent; nil once there are no more.
  func nextResult() -> PostgresResult? {
    guard let result = unsafe PQgetResult(handle) else { return nil }
    return unsafe PostgresResult(handle: result)
  }

  /// What came with the next notification; nil where there is none.
  func nextNotification() -> String? {
    guard let notification = unsafe PQnotifies(handle) else { return nil }
    defer { unsafe PQfreemem(notification) }
    return unsafe String(cString: notification.pointee.extra)
  }

  /// What libpq says about the last failure.
  private var failure: PostgresFailure {
    PostgresFailure(text: unsafe String(cString: PQerrorMessage(handle)))
  }
}

extension PostgresFailure {
  /// Reads a report of libpq's in its verbose form, such as
  /// `… FATAL:  57P03: the database system is starting up`.
  fileprivate init(text: String) {
    let line = text.prefix { !$0.isNewline }
    let state = line.split(separator: ":").map { $0.drop { $0 == " " } }.first { word in
      word.utf8.count == 5
        && word.utf8.allSatisfy { (48...57).contains($0) || (65...90).contains($0) }
        && word.utf8.contains { (48...57).contains($0) }
    }
    self.init(state: state.map(String.init), message: String(line))
  }
}
