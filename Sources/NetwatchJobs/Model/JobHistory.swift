public import NetwatchCore

/// What a job has behind it: the retries that its chain knows of, and its failed attempts.
public struct JobHistory: Hashable, Sendable {
  /// What the chain is told: stored, so that the next backoff is what it would have been without a
  /// crash.
  public var retries: RetryHistory

  /// The failed attempts, the first few and the newest.
  public var attempts: JobAttempts

  /// Creates a history; by default that of a job that never ran.
  public init(retries: RetryHistory = RetryHistory(), attempts: JobAttempts = JobAttempts()) {
    self.retries = retries
    self.attempts = attempts
  }
}

/// The failed attempts of a job, the first 4 and the newest 28, however many there were.
public struct JobAttempts: Hashable, Sendable, Codable {
  private static let firstCount = 4
  private static let newestCount = 28

  /// The records that are kept, the oldest first.
  public private(set) var records: [JobAttempt] = []

  /// How many between the first and the newest were left out.
  public private(set) var omitted = 0

  /// Creates an empty list.
  public init() {}

  /// Whether there was no failed attempt.
  public var isEmpty: Bool { records.isEmpty }

  /// Appends a record, and leaves out the oldest but the first four where there are too many.
  public mutating func append(_ record: JobAttempt) {
    if records.count == Self.firstCount + Self.newestCount {
      records.remove(at: Self.firstCount)
      omitted += omitted < .max ? 1 : 0
    }
    records.append(record)
  }
}

/// A failed attempt of a job, or a run whose worker vanished.
public struct JobAttempt: Hashable, Sendable, Codable {
  /// The attempt's number, the first being 1.
  public let number: Int

  /// When it ended, in milliseconds of civil time since 1970.
  public let time: Int64

  /// How it failed, in words, at most 500 Unicode scalars.
  public let failure: String

  /// Why it was followed by another, or was not, at most 1,000 Unicode scalars.
  public let reason: String

  /// The ``failure`` of a run whose worker vanished, as every store writes it.
  ///
  /// Handlers tell by it that nobody knows how far such a run has come.
  public static let vanishedFailure = "worker vanished"

  /// Creates a record.
  public init(number: Int, time: Int64, failure: String, reason: String) {
    self.number = number
    self.time = time
    self.failure = failure.bounded(500)
    self.reason = reason.bounded(1_000)
  }
}

extension String {
  /// So many Unicode scalars of it: a character can have any number of them.
  func bounded(_ count: Int) -> String { String(unicodeScalars.prefix(count)) }
}

extension JobAttempt: CustomStringConvertible {
  /// The record in a line, such as `attempt 3: connection refused; again when destination allows`.
  public var description: String { "attempt \(number): \(failure); \(reason)" }
}
