/// What a request sends behind its header.
public enum RequestBody: Sendable {
  /// No body.
  case none

  /// These bytes.
  case bytes([UInt8])

  /// The content of a regular file, read from its beginning in each attempt.
  case file(String)

  /// What a closure writes while it is sent.
  case source(BodySource)
}

extension RequestBody {
  /// Whether the body can be sent again from its beginning.
  package var isReplayable: Bool {
    switch self {
    case .none, .bytes, .file: true
    case .source(let source): source.isReplayable
    }
  }
}
