/// What a retry can wait for instead of a time.
public enum RetryEvent: Sendable {
  /// That a manager assumes the connection to be available.
  case connectivity(any ConnectivityManagerProtocol)

  /// That the scheduler's destination opens again; only jobs have one.
  case destination
}

extension RetryEvent: CustomStringConvertible {
  /// The event in a word: `connectivity` or `destination`.
  public var description: String {
    switch self {
    case .connectivity: "connectivity"
    case .destination: "destination"
    }
  }
}
