/// How often a piece of work was retried, and at whose proposal: all that the chain remembers between
/// attempts, so that it can be stored with a job.
public struct RetryHistory: Hashable, Sendable {
  /// The retries that count towards the limit.
  public private(set) var totalRetries = 0

  /// The id of the interceptor that proposed the last retry; nil before the first one.
  public private(set) var lastProposer: String?

  /// How many retries in a row that interceptor has proposed.
  public private(set) var runLength = 0

  /// Creates the history of work that was not retried yet.
  public init() {}

  /// Creates a history from what was stored of one; negative numbers count as 0.
  public init(totalRetries: Int, lastProposer: String?, runLength: Int) {
    self.totalRetries = max(totalRetries, 0)
    self.lastProposer = lastProposer
    self.runLength = lastProposer == nil ? 0 : max(runLength, 0)
  }

  /// The retries that an interceptor has proposed since another one last did.
  public func consecutiveRetries(of id: String) -> Int {
    lastProposer == id ? runLength : 0
  }

  /// Takes note of a retry.
  ///
  /// - Parameters:
  ///   - id: The interceptor that proposed it.
  ///   - isCounted: Whether it counts towards the limit, which a job's waits do not.
  public mutating func retried(proposedBy id: String, isCounted: Bool = true) {
    runLength = Self.next(after: consecutiveRetries(of: id))
    lastProposer = id
    if isCounted { totalRetries = Self.next(after: totalRetries) }
  }

  private static func next(after count: Int) -> Int { count < .max ? count + 1 : count }
}
