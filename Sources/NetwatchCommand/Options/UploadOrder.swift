internal import NetwatchCore
internal import NetwatchHTTP

/// What `upload` is to send, and how.
struct UploadOrder: Sendable {
  /// The file's path, or `nil` until it is read.
  var file: String?

  /// Where it goes.
  var url: String?

  /// Whether the server is one of tus.
  var isResumable = false

  /// The method, where the user says it.
  var method: HTTPMethod?

  /// The fields to send.
  var headers: HTTPHeaders = []
}

extension UploadOrder {
  /// Takes one option into account; those of others are none of its business.
  mutating func apply(_ kind: CommandOption.Kind, _ value: String) throws(UsageError) {
    switch kind {
    case .tus: isResumable = true
    case .method:
      guard ["PUT", "POST"].contains(value) else {
        throw UsageError("--method needs PUT or POST, not '\(value)'")
      }
      method = HTTPMethod(rawValue: value)
    case .header:
      let field = try OptionValue.headerField("--header", value)
      headers.append(field.name, field.value)
    default: break
    }
  }

  /// Takes an operand: the file, then the URL.
  mutating func take(_ operand: String) throws(UsageError) {
    if file == nil {
      file = operand
    } else if url == nil {
      url = operand
    } else {
      throw UsageError("unexpected operand '\(operand)'")
    }
  }

  /// Checks, without asking anybody, that there is something that can be sent.
  func check() throws(UsageError) {
    guard let file, let url, !file.isEmpty else {
      throw UsageError("upload needs a file and the URL that it goes to")
    }
    guard !isResumable || method == nil else {
      throw UsageError("--method has no meaning with --tus, which has methods of its own")
    }
    do throws(NetworkError) {
      try NetworkRequest(url: url, headers: headers).check()
    } catch {
      throw UsageError(error.message)
    }
  }
}
