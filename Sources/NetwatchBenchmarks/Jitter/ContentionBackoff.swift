import NetwatchCore

/// How a client of the contention experiment waits before it begins again.
enum ContentionBackoff: String, CaseIterable {
  case none, exponential, equal, full, decorrelated

  /// The product's own backoff of that kind; nil where there is no wait.
  var backoff: Backoff? {
    let growth = Backoff.exponential(initial: .milliseconds(5), maximum: .milliseconds(2000))
    return switch self {
    case .none: nil
    case .exponential: growth
    case .equal: growth.equalJitter()
    case .full: growth.fullJitter()
    case .decorrelated: growth.decorrelatedJitter()
    }
  }
}
