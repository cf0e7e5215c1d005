import NetwatchJobs

extension Statements {
  func cancel(_ id: JobID) -> Statement {
    var statement = Statement(cancelSQL)
    statement.add(id.rawValue)
    return statement
  }

  func retryNow(_ id: JobID, _ client: ClientID) -> Statement {
    var statement = Statement(retryNowSQL)
    statement.add(client)
    statement.add(id.rawValue)
    return statement
  }

  /// The most jobs that are removed at once.
  private static let pruneLimit: Int32 = 1_000

  func prune(_ retention: JobRetention) -> Statement {
    let rules = JobState.allCases.compactMap { state in
      retention.rule(for: state).map { (state, $0) }
    }
    var statement = Statement(pruneSQL)
    statement.add(array: rules.map { Int16($0.0.rawValue) })
    statement.add(array: rules.map(\.1.age.storedMicroseconds))
    statement.add(array: rules.map { Int64($0.1.count) })
    statement.add(Self.pruneLimit)
    statement.add(array: rules.map { Int64($0.1.bytes) })
    return statement
  }
}
