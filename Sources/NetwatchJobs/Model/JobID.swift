/// The number of a job in its store; later jobs have larger ones.
///
/// It is unique within a store only. What names a job everywhere, and after it has moved to another
/// store, is its ``Job/idempotencyKey``.
public struct JobID: RawRepresentable, Hashable, Sendable, Comparable, Codable {
  /// The number, from 1.
  public let rawValue: Int64

  /// Creates the number of a job.
  public init(rawValue: Int64) {
    self.rawValue = rawValue
  }

  /// Whether the first job was submitted before the second.
  public static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }
}

extension JobID: CustomStringConvertible {
  /// The number in decimal digits.
  public var description: String { "\(rawValue)" }
}

/// One run of a job: what a worker has to show when it reports how the run ended.
public struct JobRun: Hashable, Sendable {
  /// The job.
  public let id: JobID

  /// The fencing token, which is larger for each later run of the same job.
  ///
  /// A store refuses what comes with an older one; a service that the handler talks to can do the same.
  public let token: Int64

  /// Creates the description of a run.
  public init(id: JobID, token: Int64) {
    self.id = id
    self.token = token
  }
}
