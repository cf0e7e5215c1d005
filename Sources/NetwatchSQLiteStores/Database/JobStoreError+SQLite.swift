import Glibc
import NetwatchJobs
import NetwatchSQLite

extension JobStoreError {
  /// What an error of SQLite means for the store in a file.
  init(_ error: SQLiteError, of file: String) {
    let code = Code(error)
    let what =
      switch code {
      case .damaged: "is damaged, or is not a store"
      case .noSpace: "can't grow: there is no space left"
      case .busy: "is held by another program"
      case .denied: "may not be read and written"
      default: "can't be used"
      }
    self.init(code, "the store \(file) \(what): \(error)", underlying: error)
  }
}

extension JobStoreError.Code {
  fileprivate init(_ error: SQLiteError) {
    switch error.kind {
    case .busy: self = .busy
    case .full: self = .noSpace
    case .damaged: self = .damaged
    case .denied: self = .denied
    case .other: self = Self(systemCode: error.systemCode) ?? .failed
    }
  }

  /// What the failure of a system call means; nil for nothing in particular.
  init?(systemCode: CInt) {
    switch systemCode {
    case EACCES, EPERM, EROFS, ELOOP: self = .denied
    case ENOSPC, EDQUOT: self = .noSpace
    default: return nil
    }
  }
}
