internal import NetwatchCore

/// When `run` tries again.
struct RetryOptions: Equatable, Sendable {
  /// How many attempts there are without a wait for connectivity between them, or `nil` for any number.
  ///
  /// With the delays below ten attempts take two minutes on average, apart from the command itself, and
  /// four at most: long enough for a server to be restarted, short enough for somebody who waits.
  var maxAttempts: Int? = 10

  /// The longest delay before the second attempt; it doubles with each.
  var baseDelay = Duration.seconds(1)

  /// The longest delay before any attempt.
  var maxDelay = Duration.seconds(60)

  /// The limit of it all, or `nil` for none.
  var deadline: Duration?

  /// Whether the first attempt waits for connectivity.
  var waitsFirst = false

  /// The statuses that are retried.
  var statuses = RetriedStatuses.standard
}

extension RetryOptions {
  /// Takes one option into account; those of others are none of its business.
  mutating func apply(_ kind: CommandOption.Kind, _ value: String) throws(UsageError) {
    switch kind {
    case .maxAttempts: maxAttempts = try Self.attempts(value)
    case .base: baseDelay = try OptionValue.duration("--base", value)
    case .maxDelay: maxDelay = try OptionValue.duration("--max-delay", value)
    case .deadline: deadline = try OptionValue.limit("--deadline", value)
    case .whenConnected: waitsFirst = true
    case .retryOn: statuses = try RetriedStatuses(parsing: value)
    default: break
    }
  }

  private static func attempts(_ text: String) throws(UsageError) -> Int? {
    guard let count = WholeNumber.parse(text) else {
      throw UsageError("--max-attempts needs a whole number, or 0 for no limit, not '\(text)'")
    }
    return count == 0 ? nil : Int(clamping: count)
  }
}
