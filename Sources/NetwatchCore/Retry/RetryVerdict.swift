/// What the chain makes of a failure.
///
/// Verdicts are kept while work waits, so that nothing is in them twice.
public struct RetryVerdict: Sendable {
  /// What each interceptor answered, in the order in which they were asked; empty where nobody was.
  public let answers: [RetryAnswer]

  /// Why the failure is final; nil where the last answer is a proposal.
  private let ending: String?

  /// Who proposes what; nil where the failure is final.
  public var proposal: RetryProposal? {
    guard ending == nil, let answer = answers.last else { return nil }
    return RetryProposal(proposer: answer.id, decision: answer.decision)
  }

  /// Why, in words, such as `limit of 10 retries reached`.
  public var reason: String { ending ?? answers.last.map(\.description) ?? "" }

  /// The verdict that follows the last of these answers, whose action is not `noOpinion`.
  init(proposedLastBy answers: [RetryAnswer]) {
    self.answers = answers
    ending = nil
  }

  /// A final failure.
  init(final reason: String, answers: [RetryAnswer] = []) {
    self.answers = answers
    ending = reason
  }

  /// A failure about which nobody is asked, as by a client to which repeating is not safe.
  ///
  /// - Parameter reason: Why, in words.
  /// - Returns: The verdict, without proposal and answers.
  public static func final(_ reason: String) -> Self {
    Self(final: reason)
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
