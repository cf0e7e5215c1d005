/// The outcome of one probe of one endpoint over one family.
public struct ProbeReport: Hashable, Sendable {
  /// The endpoint, as the user wrote it.
  public var endpoint: String

  /// The family that the probe went over.
  public var family: AddressFamily

  /// How it ended.
  public var outcome: ProbeOutcome

  /// The HTTP status, where one was received.
  public var status: Int?

  /// Where a portal redirects to.
  ///
  /// It comes from the network: escape it before it reaches a terminal.
  public var location: String?

  /// Whether TLS was verified, which proves the path whatever the status (`unexpected` included).
  public var isVerifiedByTLS: Bool

  /// How long its steps took.
  public var timings: ProbeTimings

  /// Creates a report.
  public init(
    endpoint: String,
    family: AddressFamily,
    outcome: ProbeOutcome,
    status: Int? = nil,
    location: String? = nil,
    isVerifiedByTLS: Bool = false,
    timings: ProbeTimings = ProbeTimings()
  ) {
    self.endpoint = endpoint
    self.family = family
    self.outcome = outcome
    self.status = status
    self.location = location
    self.isVerifiedByTLS = isVerifiedByTLS
    self.timings = timings
  }

  /// Whether the probe shows that packets get through.
  public var provesPath: Bool { outcome == .success || isVerifiedByTLS }

  /// Whether another report says the same, timings aside.
  package func agrees(with other: ProbeReport) -> Bool {
    var copy = other
    copy.timings = timings
    return copy == self
  }
}
