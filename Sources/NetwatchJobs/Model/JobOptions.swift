/// What the submitter of a job asks for besides its work.
public struct JobOptions: Hashable, Sendable {
  /// The unit of pacing, from 1 to 255 bytes of UTF-8; by default `default`.
  public var destination: String

  /// What must be there for the job to run; by default the internet.
  public var requirement: JobRequirement

  /// Whether it goes before or after others of its destination.
  public var priority: JobPriority

  /// What there is to be one job for, from 1 to 255 bytes of UTF-8; nil, the default, for nothing.
  ///
  /// While a job of the same kind with this key is not finished, submitting another gives the id of
  /// that one.
  public var uniqueKey: String?

  /// How long the job must wait at least, from the submission on; nil: not at all.
  public var notBefore: Duration?

  /// How long the job may take at most, from the submission on, all waits included; nil: no limit.
  ///
  /// After that it is dead, and a handler that runs is cancelled.
  public var deadline: Duration?

  /// Whose job it is, from 1 to 255 bytes of UTF-8; nil, the default, for nobody's.
  ///
  /// Nothing is decided by it here: it is for those who submit jobs on behalf of others.
  public var owner: String?

  /// Creates options; what is left out has the default that stands with the property.
  public init(
    destination: String = Self.defaultDestination,
    requirement: JobRequirement = .internet,
    priority: JobPriority = .normal,
    uniqueKey: String? = nil,
    notBefore: Duration? = nil,
    deadline: Duration? = nil,
    owner: String? = nil
  ) {
    self.destination = destination
    self.requirement = requirement
    self.priority = priority
    self.uniqueKey = uniqueKey
    self.notBefore = notBefore
    self.deadline = deadline
    self.owner = owner
  }

  /// The destination of jobs that name none.
  public static let defaultDestination = "default"
}

/// What must be there for a job to run.
public enum JobRequirement: Int8, Hashable, Sendable, CaseIterable {
  /// Nothing.
  case nothing = 0

  /// A route to the job's destination.
  case route = 1

  /// The internet, or whatever else the connectivity manager judges.
  case internet = 2
}

extension JobRequirement: CustomStringConvertible {
  /// The requirement in a word.
  public var description: String {
    switch self {
    case .nothing: "nothing"
    case .route: "route"
    case .internet: "internet"
    }
  }
}

/// Which of the jobs of a destination go first.
///
/// A job of higher priority goes before others that were submitted up to a fixed time earlier, and
/// after those that have waited longer: so nobody starves.
public enum JobPriority: Int8, Hashable, Sendable, CaseIterable, Comparable {
  case low = -1
  case normal = 0

  /// It does not wait for the start of a release either; it does wait for its destination.
  case high = 1

  /// Whether the first goes after the second.
  public static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }
}

extension JobPriority: CustomStringConvertible {
  /// The priority in a word.
  public var description: String {
    switch self {
    case .low: "low"
    case .normal: "normal"
    case .high: "high"
    }
  }
}

extension JobPriority {
  /// How much earlier a job counts as submitted for each step of its priority, in milliseconds.
  package static let stepMilliseconds: Int64 = 600_000

  /// Where a job stands among those of its destination; the smallest goes first.
  ///
  /// - Parameter created: When it was submitted, in milliseconds of civil time.
  /// - Returns: The rank, in milliseconds too.
  package func rank(created: Int64) -> Int64 {
    created - Int64(rawValue) * Self.stepMilliseconds
  }
}
