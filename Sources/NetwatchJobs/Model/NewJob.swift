/// A job as it is handed to a store.
public struct NewJob: Hashable, Sendable {
  /// Names the handler.
  public var kind: String

  /// What the handler is given.
  public var payload: [UInt8]

  /// What is asked for besides.
  public var options: JobOptions

  /// Creates a job.
  public init(kind: String, payload: [UInt8], options: JobOptions = JobOptions()) {
    self.kind = kind
    self.payload = payload
    self.options = options
  }
}

/// What a store says of a job that was handed to it.
public struct JobReceipt: Hashable, Sendable {
  /// The job.
  public let id: JobID

  /// Whether there was one with the same unique key already, which this is the id of.
  public let isDuplicate: Bool

  /// Creates a receipt.
  public init(id: JobID, isDuplicate: Bool) {
    self.id = id
    self.isDuplicate = isDuplicate
  }
}

extension NewJob {
  private static let longestName = 255

  /// The lane it belongs to.
  package var lane: JobLane { JobLane(kind: kind, options) }

  /// Refuses what no store takes, before anything is changed.
  ///
  /// - Parameter payloadLimit: The most bytes of a payload.
  /// - Throws: `invalid`, with the operand in its message.
  package func check(payloadLimit: Int) throws(JobStoreError) {
    try Self.check(kind, "kind")
    try Self.check(options.destination, "destination")
    if let key = options.uniqueKey { try Self.check(key, "uniqueKey") }
    if let owner = options.owner { try Self.check(owner, "owner") }
    guard payload.count <= payloadLimit else {
      throw .init(
        .invalid,
        "the payload has \(payload.count) bytes; expected at most \(payloadLimit)"
      )
    }
  }

  private static func check(_ name: String, _ operand: String) throws(JobStoreError) {
    guard (1...longestName).contains(name.utf8.count), !name.utf8.contains(0) else {
      throw .init(
        .invalid,
        "the \(operand) has \(name.utf8.count) bytes; expected 1 to \(longestName), without NUL"
      )
    }
  }
}
