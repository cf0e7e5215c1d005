internal import NetwatchHTTPServer
internal import NetwatchJobs

/// What a client would like to see of the jobs.
struct JobFilter: Sendable {
  /// What to ask the store for.
  var query: JobQuery

  /// Whether of the ready jobs only the parked are wanted.
  let isParkedOnly: Bool

  /// Whether nothing can match: it is about what the caller may not see.
  let isEmpty: Bool

  /// The most jobs of one answer.
  let limit: Int

  private static let limits = 1...1_000

  /// Reads a query's parts.
  init(_ request: ServerRequest, _ caller: Caller) throws(Problem) {
    let states = request.query.filter { $0.name == "state" }.map(\.value)
    query = JobQuery()
    query.states = try Self.states(states)
    isParkedOnly = states.contains(Self.parked) && !states.contains(JobState.ready.description)
    query.kind = request.queryValue("kind")
    query.destination = request.queryValue("destination")
    let owner = request.queryValue("owner")
    query.owner = caller.isAdministrator ? owner : caller.owner
    isEmpty = !caller.isAdministrator && owner != nil && owner != caller.owner
    query.after = try Self.after(request.queryValue("after"))
    limit = try Self.limit(request.queryValue("limit"))
    // The failures are kept beside the payload.
    query.includesPayloads = false
  }

  private static let parked = "parked"

  private static func states(_ names: [String]) throws(Problem) -> Set<JobState> {
    var states: Set<JobState> = []
    for name in names {
      guard let state = name == parked ? .ready : JobState(name: name) else {
        let names = JobState.allCases.map(\.description) + [parked]
        throw Problem(400, "There are the states \(names.joined(separator: ", ")).", field: "state")
      }
      states.insert(state)
    }
    return states
  }

  private static func after(_ text: String?) throws(Problem) -> JobID? {
    guard let text else { return nil }
    if text == "0" { return nil }
    guard let id = JobID(decimal: text) else {
      throw Problem(400, "The number of a job is expected.", field: "after")
    }
    return id
  }

  private static func limit(_ text: String?) throws(Problem) -> Int {
    guard let text else { return 100 }
    guard let id = JobID(decimal: text), let limit = Int(exactly: id.rawValue),
      limits.contains(limit)
    else {
      throw Problem(
        400,
        "A number from \(limits.lowerBound) to \(limits.upperBound) is expected.",
        field: "limit"
      )
    }
    return limit
  }
}

extension JobState {
  /// The state of a name.
  init?(name: String) {
    guard let state = Self.allCases.first(where: { $0.description == name }) else { return nil }
    self = state
  }
}
