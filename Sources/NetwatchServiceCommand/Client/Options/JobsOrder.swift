internal import NetwatchClient
internal import NetwatchCommand
internal import NetwatchCore

/// What `jobs` is to do.
struct JobsOrder: Sendable {
  /// What is done with jobs.
  enum Action: String, CaseIterable, Sendable {
    case list, show, why, cancel, retry
  }

  /// What is done; nil until it was said.
  var statedAction: Action?

  /// With which jobs.
  var ids: [Int64] = []

  /// Which jobs to list, or to retry.
  var query = ServiceJobQuery()

  /// How many to list at most; nil: all.
  var limit: Int? = 100

  /// Whether all that are dead are retried.
  var isForDead = false

  private var given: [ClientOption.Kind] = []

  /// What is done.
  var action: Action { statedAction ?? .list }

  /// Takes one option into account.
  mutating func apply(_ kind: ClientOption.Kind, _ value: String) throws(UsageError) {
    given.append(kind)
    switch kind {
    case .state: query.states.append(try OptionValue.choice("--state", value, Self.states))
    case .kind: query.kind = value
    case .destination: query.destination = value
    case .owner: query.owner = value
    case .limit: limit = try Self.count(value)
    case .all: limit = nil
    case .dead: isForDead = true
    default: break
    }
  }

  /// Takes an operand: what to do, then the numbers of jobs.
  mutating func take(_ operand: String) throws(UsageError) {
    guard statedAction != nil else {
      guard let action = Action(rawValue: operand) else {
        let names = Action.allCases.map(\.rawValue).joined(separator: ", ")
        throw UsageError("jobs knows \(names), not '\(operand)'")
      }
      return statedAction = action
    }
    guard let number = WholeNumber.parse(operand), let id = Int64(exactly: number), id > 0 else {
      throw UsageError("a job has a whole number from 1 on, not '\(operand)'")
    }
    ids.append(id)
  }

  private static let states: [ServiceJobState] = [
    .ready, "parked", .waiting, .running, .succeeded, .dead, .cancelled,
  ]

  private static func count(_ text: String) throws(UsageError) -> Int {
    guard let count = WholeNumber.parse(text), count > 0 else {
      throw UsageError("--limit needs a whole number from 1 on, not '\(text)'")
    }
    return Int(clamping: count)
  }
}

extension JobsOrder {
  /// Checks that what is to be done and what it is done with go together.
  func check() throws(UsageError) {
    switch action {
    case .list:
      if let id = ids.first { throw UsageError("list takes no number of a job, as \(id)") }
      try refuse([.dead])
    case .retry where isForDead:
      if let id = ids.first { throw UsageError("--dead means all that are dead, not just \(id)") }
      try refuse([.state, .limit, .all])
    case .show, .why, .cancel, .retry:
      guard !ids.isEmpty else {
        throw UsageError(
          "\(action) needs the number of a job\(action == .retry ? ", or --dead" : "")"
        )
      }
      try refuse([.state, .kind, .destination, .owner, .limit, .all, .dead])
    }
  }

  private func refuse(_ kinds: [ClientOption.Kind]) throws(UsageError) {
    let wrong = given.filter(kinds.contains)
    guard let option = ClientOption.table.first(where: { wrong.contains($0.kind) }) else { return }
    throw UsageError("\(option.spelling) has no meaning for \(action)")
  }
}
