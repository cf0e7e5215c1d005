import NetwatchJobs

/// What went wrong with a connection or a statement.
struct PostgresFailure: Error, CustomStringConvertible {
  /// The server's code for it (SQLSTATE); nil where no server said anything.
  let state: String?

  /// What the server, or libpq, said.
  let message: String

  init(state: String?, message: String) {
    self.state = state
    self.message = String(message.prefix(500))
  }

  var description: String { state.map { "\(message) (SQLSTATE \($0))" } ?? message }
}

extension PostgresFailure {
  /// A newer connection of the same client has taken over, or the client was forgotten.
  static let fenced = "NW001"

  /// Another program has made this step of the schema meanwhile.
  static let migrated = "NW002"

  /// The schema is of a later time than this program.
  static let newer = "NW003"

  /// The server took too long.
  static let timeout = PostgresFailure(state: "NW004", message: "the server did not answer in time")

  var isTimeout: Bool { state == Self.timeout.state }

  /// Whether the connection is gone, or as good as gone, and another may do better.
  var isDisconnection: Bool {
    guard let state else { return true }
    // Ends by an administrator or a crash, connection exceptions, and a server that only follows.
    return ["57P01", "57P02", "57P03", "57P05", "53300", "25006", "NW004"].contains(state)
      || state.hasPrefix("08")
  }

  /// Whether the transaction was given up for another's sake, and may succeed at once.
  var isConflict: Bool { state == "40P01" || state == "40001" }

  private var code: JobStoreError.Code {
    guard !isDisconnection, let state else { return .unavailable }
    switch state {
    case "22023", "23505", "22021", "22P05": return .invalid
    case "53400": return .full
    case "53100": return .noSpace
    case "55P03", "40P01", "40001", "57014": return .busy
    case "42501", "3D000": return .denied
    case "NW005": return .closed
    case Self.newer: return .newerVersion
    case "42P01", "42703", "42883", "3F000", "XX001", "XX002": return .damaged
    default: return state.hasPrefix("28") ? .denied : .failed
    }
  }

  /// The error for those who use the store.
  var storeError: JobStoreError {
    JobStoreError(code, "PostgreSQL: \(self)", underlying: self)
  }
}
