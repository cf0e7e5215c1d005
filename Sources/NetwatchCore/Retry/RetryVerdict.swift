/// What the chain makes of a failure.
public struct RetryVerdict: Sendable {
  /// Who proposes what; nil where the failure is final.
  public let proposal: RetryProposal?

  /// What each interceptor answered, in the order in which they were asked; empty where nobody was.
  public let answers: [RetryAnswer]

  /// Why, in words, such as `limit of 10 retries reached`.
  public let reason: String

  init(_ proposal: RetryProposal?, answers: [RetryAnswer], reason: String) {
    self.proposal = proposal
    self.answers = answers
    self.reason = reason
  }

  /// A failure about which nobody is asked, as by a client to which repeating is not safe.
  ///
  /// - Parameter reason: Why, in words.
  /// - Returns: The verdict, without proposal and answers.
  public static func final(_ reason: String) -> Self {
    Self(nil, answers: [], reason: reason)
  }
}

/// The decision that a retry follows, and whose it is.
public struct RetryProposal: Sendable {
  /// The id of the interceptor that made it.
  public let proposer: String

  /// The decision; its action is never `noOpinion`.
  public let decision: RetryDecision
}

/// What one interceptor answered.
public struct RetryAnswer: Sendable {
  /// The interceptor's id.
  public let id: String

  /// Its answer.
  public let decision: RetryDecision
}

extension RetryAnswer: CustomStringConvertible {
  /// The answer as part of a log line, such as `retryWithBackoff: again after 0.084 s of at most 0.1 s`.
  public var description: String {
    "\(id): \(decision.reason.isEmpty ? decision.action.description : decision.reason)"
  }
}

extension RetryDecision.Action: CustomStringConvertible {
  /// The action in words, such as `again after 2 s`.
  public var description: String {
    switch self {
    case .noOpinion: "no opinion"
    case .retryAfter(let delay): "again after \(max(delay, .zero).secondsText)"
    case .retryWhen(let event): "again when \(event) allows"
    }
  }
}
