/// Which jobs are asked for.
public struct JobQuery: Hashable, Sendable {
  /// The states; empty: all of them.
  public var states: Set<JobState>

  /// The kind; nil: all of them.
  public var kind: String?

  /// The destination; nil: all of them.
  public var destination: String?

  /// The owner; nil: all of them, and nobody.
  public var owner: String?

  /// The unique keys, also those of finished jobs; empty: all of them, and none.
  public var uniqueKeys: Set<String>

  /// Whether the answers have payloads, as by default; without them, they are empty.
  public var includesPayloads: Bool

  /// The number after which to begin, to go on from the last job of an earlier answer.
  public var after: JobID?

  /// The most jobs, from 1 to 10,000; what lies outside counts as the nearest bound.
  public var limit: Int { didSet { limit = Self.bounded(limit) } }

  /// Creates a query; what is left out asks for all.
  public init(
    states: Set<JobState> = [],
    kind: String? = nil,
    destination: String? = nil,
    owner: String? = nil,
    uniqueKeys: Set<String> = [],
    includesPayloads: Bool = true,
    after: JobID? = nil,
    limit: Int = 1_000
  ) {
    self.states = states
    self.kind = kind
    self.destination = destination
    self.owner = owner
    self.uniqueKeys = uniqueKeys
    self.includesPayloads = includesPayloads
    self.after = after
    self.limit = Self.bounded(limit)
  }

  private static func bounded(_ limit: Int) -> Int { min(max(limit, 1), 10_000) }
}
