import NetwatchJobs
import NetwatchSQLite

/// Why a store of values did not do what it was asked for; what was stored before is still there.
public struct DataSourceStoreError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of failure.
  public enum Code: Hashable, Sendable {
    /// The path is not that of a file in a folder that is there, or a limit was broken.
    case invalid

    /// The disk, or the quota, is full.
    case noSpace

    /// Another program held the file for longer than 10 s.
    case busy

    /// The file is damaged, or is not a store.
    case damaged

    /// The file's table was made by a newer version.
    case newerVersion

    /// The file may not be read or written, as by its permissions.
    case denied

    /// The store was closed.
    case closed

    /// Anything else.
    case failed
  }

  /// What was asked for.
  public enum Operation: Hashable, Sendable {
    case open
    case load(key: String)
    case save(key: String)
    case remove(key: String)
  }

  /// The kind of failure.
  public let code: Code

  /// What was asked for.
  public let operation: Operation

  /// SQLite's extended result code (https://www.sqlite.org/rescode.html); nil where it did not come to
  /// that.
  public let sqliteResult: Int32?

  /// One sentence, with the operation, the path and SQLite's own words.
  public let description: String

  init(
    _ code: Code,
    _ operation: Operation,
    _ reason: String,
    sqliteResult: Int32? = nil
  ) {
    self.code = code
    self.operation = operation
    self.sqliteResult = sqliteResult
    description = "\(operation.failure): \(reason)"
  }

  /// What an error of the parts that all stores share means here.
  init(_ error: JobStoreError, _ operation: Operation) {
    self.init(
      Code(error.code),
      operation,
      error.message,
      sqliteResult: (error.underlying as? SQLiteError)?.code
    )
  }
}

extension DataSourceStoreError.Code {
  fileprivate init(_ code: JobStoreError.Code) {
    switch code {
    case .invalid: self = .invalid
    case .noSpace: self = .noSpace
    case .busy: self = .busy
    case .damaged: self = .damaged
    case .newerVersion: self = .newerVersion
    case .denied: self = .denied
    case .closed: self = .closed
    // Only stores of jobs are ever full, and only those on a server unavailable.
    case .full, .unavailable, .failed: self = .failed
    }
  }
}

extension DataSourceStoreError.Operation {
  fileprivate var failure: String {
    switch self {
    case .open: "the store of values was not opened"
    case .load(let key): "the value \(Self.quoted(key)) was not loaded"
    case .save(let key): "the value \(Self.quoted(key)) was not saved"
    case .remove(let key): "the value \(Self.quoted(key)) was not removed"
    }
  }

  /// A key may be of any length where it is too long.
  private static func quoted(_ key: String) -> String {
    let beginning = key.prefix(64)
    return beginning.endIndex == key.endIndex
      ? key.debugDescription : "\(String(beginning).debugDescription)…"
  }
}
