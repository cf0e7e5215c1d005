import NetwatchCore
import NetwatchHTTP

extension ServiceError {
  /// A failure of the request, told in the client's terms.
  ///
  /// - Parameters:
  ///   - error: The failure.
  ///   - place: Where the service was looked for.
  init(_ error: NetworkError, from place: ServicePlace) {
    if let response = error.response {
      self.init(response, retryAfter: error.retryAfter)
    } else {
      let (kind, message) = Self.judgement(error, of: place)
      self.init(kind, message)
    }
  }

  private static func judgement(_ error: NetworkError, of place: ServicePlace) -> (Kind, String) {
    switch error.networkErrorType {
    case .refused: (.notRunning, "nobody listens at \(place)")
    // A file's permissions are refused as a firewall refuses packets.
    case .unreachable where place.isSocket: (.notPermitted, "access to \(place) is not permitted")
    case .invalidRequest: (.invalid, error.message)
    case .malformedResponse, .decoding:
      (.notUnderstood, "the answer of \(place) cannot be read: \(error.message)")
    default: (.noAnswer, "no answer from \(place): \(error.message)")
    }
  }

  /// A refusal, in the service's own words where it found some.
  init(_ response: NetworkResponse, retryAfter: Duration?) {
    let problem = try? ServiceJSON.decode(Problem.self, from: response.body)
    self.init(
      .refused,
      problem?.detail ?? problem?.title ?? "the service answered with status \(response.status)",
      status: response.status,
      field: problem?.field,
      retryAfter: retryAfter
    )
  }
}

/// What a refusal says (RFC 9457, section 3.1).
private struct Problem: Decodable {
  let title: String?
  let detail: String?
  let field: String?
}
