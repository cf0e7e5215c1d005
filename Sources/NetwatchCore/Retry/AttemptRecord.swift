/// A failed attempt as it is remembered: how it failed, who said what about it, and what followed.
public struct AttemptRecord: Sendable {
  /// The attempt's number, the first being 1.
  public let number: Int

  /// The kind of failure.
  public let failure: NetworkErrorType

  /// The failure in its own words, at most 500 characters of them.
  public let text: String

  private let verdict: RetryVerdict

  /// What the interceptors answered, in the order in which they were asked.
  public var answers: [RetryAnswer] { verdict.answers }

  /// The interceptor that proposed the retry that followed; nil where none did.
  public var proposer: String? { verdict.proposal?.proposer }

  /// The draw behind the wait that followed, where there was one.
  public var draw: BackoffDraw? { verdict.proposal?.decision.draw }

  /// Why the attempt was followed by another, or was not.
  public var reason: String { verdict.reason }

  private static let longestText = 500

  /// Creates a record.
  ///
  /// - Parameters:
  ///   - number: The attempt's number, the first being 1.
  ///   - failure: How it failed.
  ///   - text: The failure in its own words; by default what the error says of itself.
  ///   - verdict: What the chain made of it.
  public init(number: Int, failure: RetryFailure, text: String? = nil, verdict: RetryVerdict) {
    self.number = number
    self.failure = failure.type
    self.text = String((text ?? String(describing: failure.error)).prefix(Self.longestText))
    self.verdict = verdict
  }
}

extension AttemptRecord: CustomStringConvertible {
  /// The record in a line, such as
  /// `attempt 1: HTTP 503; retryWithBackoff: again after 0.084 s of at most 0.1 s`.
  public var description: String {
    let kind = failure.description
    let words = text.isEmpty || text == kind ? [] : [text]
    // A final failure has answers and still a reason of its own, as that it is not retryable.
    let outcome = answers.isEmpty || proposer == nil ? [reason] : answers.map(\.description)
    return "attempt \(number): " + ([kind] + words + outcome).joined(separator: "; ")
  }
}
