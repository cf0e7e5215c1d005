internal import NetwatchCore
internal import NetwatchCurl

/// Says what an answer, or the lack of one, means for a probe.
enum ProbeClassifier {
  /// An unexpected 200 with no more than this many bytes is somebody's empty page, not a portal's.
  static let longestEmptyPage = 4

  /// What a complete answer means.
  ///
  /// - Parameters:
  ///   - response: The answer.
  ///   - endpoint: Who was asked.
  ///   - challenge: The word that was sent, where the endpoint is challenged.
  /// - Returns: The outcome.
  static func outcome(
    of response: CurlResponse,
    from endpoint: ProbeEndpoint,
    challenge: String?
  ) -> ProbeOutcome {
    guard case .http(_, let status, let body, _) = endpoint.kind else { return .success }
    if response.status == status, matches(response.body, body) {
      return answers(response, challenge) ? .success : .unexpected
    }
    return outcome(
      ofUnexpected: response.status,
      bodyLength: response.body.count,
      isVerified: response.isVerifiedTLS
    )
  }

  /// How many bytes of a body are enough to say what it means: one more than what is expected, and than
  /// an empty page, may have.
  static func bodyNeeded(from endpoint: ProbeEndpoint) -> Int? {
    guard case .http(_, _, let body, _) = endpoint.kind else { return nil }
    return max(body.text.utf8.count, longestEmptyPage) + 1
  }

  /// What a failure means.
  static func outcome(of error: CurlError) -> ProbeOutcome {
    switch error.kind {
    case .refused: .refused
    case .unreachable, .interfaceUnavailable: .unreachable
    case .timedOut: .timeout
    case .reset, .closedEarly: .reset
    case .nameNotResolved: .dnsFailure
    case .tls: .tlsFailure
    default: .unexpected
    }
  }

  /// A redirect, a 511, or a page where none was expected is what a portal sends; but nobody on the way
  /// can answer over verified TLS, so there it is the endpoint itself that says something else.
  private static func outcome(
    ofUnexpected status: Int,
    bodyLength: Int,
    isVerified: Bool
  ) -> ProbeOutcome {
    switch status {
    case _ where isVerified: .unexpected
    case 300..<400, 511: .portal
    case 200 where bodyLength > longestEmptyPage: .portal
    default: .unexpected
    }
  }

  private static func matches(_ body: [UInt8], _ expected: ProbeEndpoint.ExpectedBody) -> Bool {
    switch expected {
    case .exactly(let text): body.elementsEqual(text.utf8)
    case .beginning(let text): body.starts(with: text.utf8)
    }
  }

  private static func answers(_ response: CurlResponse, _ challenge: String?) -> Bool {
    guard let challenge else { return true }
    return response.firstValue(ofHeader: ProbeChallenge.responseHeader) == challenge
  }
}

extension ProbeEndpoint.ExpectedBody {
  fileprivate var text: String {
    switch self {
    case .exactly(let text), .beginning(let text): text
    }
  }
}
