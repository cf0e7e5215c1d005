import NetwatchJobs

extension Statements {
  /// Stores jobs of any number of callers; the answer is a list of numbers.
  func submit(_ jobs: [NewJob], _ fence: Fence) -> Statement {
    var statement = Statement(submitSQL)
    statement.add(fence)
    add(jobs, to: &statement)
    statement.add(array: jobs.map(\.options.owner))
    return statement
  }

  /// The parameters of all functions that store jobs, but for the owners, which come last.
  func add(_ jobs: [NewJob], to statement: inout Statement) {
    // In one order for everybody, and each once.
    let lanes = Array(Set(jobs.map(\.lane))).sorted(by: JobLane.areInOrder)
    let places = Dictionary(uniqueKeysWithValues: zip(lanes, Int32(1)...))
    statement.add(array: lanes.map(\.destination))
    statement.add(array: lanes.map(\.kind))
    statement.add(array: lanes.map { Int16($0.requirement.rawValue) })
    statement.add(array: lanes.map(\.isUrgent))
    statement.add(array: jobs.map { places[$0.lane] })
    statement.add(array: jobs.map(\.payload))
    statement.add(array: jobs.map { Int16($0.options.priority.rawValue) })
    statement.add(array: jobs.map(\.options.uniqueKey))
    statement.add(array: jobs.map(\.options.notBefore?.storedMicroseconds))
    statement.add(array: jobs.map(\.options.deadline?.storedMicroseconds))
  }
}

extension Statement {
  mutating func add(_ client: ClientID) {
    add(uuid: client.number)
  }

  mutating func add(_ fence: Fence) {
    add(fence.client)
    add(fence.epoch)
    add(fence.number)
  }
}

extension JobLane {
  /// An order that is the same in every process.
  static func areInOrder(_ lhs: Self, _ rhs: Self) -> Bool {
    (lhs.destination, lhs.kind, lhs.requirement.rawValue, lhs.isUrgent ? 1 : 0)
      < (rhs.destination, rhs.kind, rhs.requirement.rawValue, rhs.isUrgent ? 1 : 0)
  }
}
