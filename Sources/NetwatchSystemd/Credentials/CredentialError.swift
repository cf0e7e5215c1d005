internal import NetwatchCore
internal import NetwatchSystem

/// Why a credential could not be read.
package enum CredentialError: Error, Hashable, Sendable {
  /// The name is not one that a credential can have.
  case badName(String)

  /// The service manager handed over no credentials at all.
  case noDirectory

  /// CREDENTIALS_DIRECTORY is not an absolute path.
  case relativeDirectory(String)

  /// There is none of that name.
  case missing(name: String)

  /// It is a folder, a pipe or something else that is no file.
  case notFile(name: String)

  /// It is longer than the limit in bytes.
  case tooLarge(name: String, limit: Int)

  /// It is not UTF-8.
  case notText(name: String)

  /// The system refused to read it; the error number is that of errno(3).
  case refused(name: String, code: CInt)
}

extension CredentialError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .badName(let name):
      "\"\(terminalSafe(name))\" is no name of a credential: it has 1 to 255 printable ASCII"
        + " characters, no slash and no colon, and is not \".\" or \"..\""
    case .noDirectory:
      "There are no credentials: CREDENTIALS_DIRECTORY is not set"
    case .relativeDirectory(let path):
      "CREDENTIALS_DIRECTORY is no absolute path: \(terminalSafe(path))"
    case .missing(let name):
      "There is no credential \(name): the unit needs LoadCredential= or SetCredential= for it"
    case .notFile(let name): "The credential \(name) is no file"
    case .tooLarge(let name, let limit):
      "The credential \(name) is longer than the limit of \(limit) bytes"
    case .notText(let name): "The credential \(name) is not text in UTF-8"
    case .refused(let name, let code):
      "The credential \(name) could not be read: \(errorText(code))"
    }
  }
}
