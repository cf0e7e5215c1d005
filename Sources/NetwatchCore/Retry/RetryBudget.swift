/// A supply of tokens that retries are paid from, so that a server in trouble is not asked for many
/// times its usual load.
///
/// Successes fill it, retries drain it: while most requests succeed it is never felt, and in an outage
/// the retries soon end. One budget can be shared by any number of clients and schedulers. All methods
/// return at once, from any thread.
public final class RetryBudget: Sendable {
  /// A retry that was paid for.
  public struct Permit: Hashable, Sendable {
    /// The tokens that it cost.
    public let cost: Int
  }

  private let bucket: Lock<TokenBucket>
  private let transientCost: Int
  private let throttlingCost: Int
  private let gain: Int

  /// Creates a budget that is full; negative numbers count as 0.
  ///
  /// - Parameters:
  ///   - capacity: The most tokens that it holds.
  ///   - transientCost: The tokens that a retry costs after a failure other than HTTP 429.
  ///   - throttlingCost: The tokens that a retry costs after HTTP 429.
  ///   - gain: The tokens that work brings which succeeds without a retry.
  public init(capacity: Int, transientCost: Int = 14, throttlingCost: Int = 5, gain: Int = 1) {
    bucket = Lock(TokenBucket(capacity: max(capacity, 0)))
    self.transientCost = max(transientCost, 0)
    self.throttlingCost = max(throttlingCost, 0)
    self.gain = max(gain, 0)
  }

  /// A new budget of 500 tokens: 14 for a transient retry, 5 for a throttling one, 1 back for a plain
  /// success.
  public static func standard() -> RetryBudget { RetryBudget(capacity: 500) }

  /// The tokens that are left.
  public var tokens: Int { bucket.withLock { $0.tokens } }

  /// Pays for a retry.
  ///
  /// - Parameter failure: The failure that the retry is to follow.
  /// - Returns: The permit, to be brought back when the work succeeds; nil, and nothing is taken, where
  ///   the tokens left are too few.
  public func admit(_ failure: RetryFailure) -> Permit? {
    let cost = failure.type.isThrottling ? throttlingCost : transientCost
    return bucket.withLock { $0.take(cost) } ? Permit(cost: cost) : nil
  }

  /// Takes note that a piece of work succeeded.
  ///
  /// - Parameter permit: The permit of its last retry, whose cost comes back; nil where it succeeded
  ///   without one.
  public func succeeded(after permit: Permit? = nil) {
    bucket.withLock { $0.put(permit?.cost ?? gain) }
  }
}

/// Tokens up to a capacity.
struct TokenBucket: Hashable, Sendable {
  let capacity: Int
  private(set) var tokens: Int

  /// Creates a full bucket.
  init(capacity: Int) {
    self.capacity = capacity
    tokens = capacity
  }

  /// Takes so many tokens, or none where they are too few.
  mutating func take(_ count: Int) -> Bool {
    guard count <= tokens else { return false }
    tokens -= count
    return true
  }

  /// Adds so many tokens, as far as there is room.
  mutating func put(_ count: Int) {
    tokens += min(count, capacity - tokens)
  }
}
