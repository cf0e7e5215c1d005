/// The outcome of a probe.
///
/// An event tells when it ended and what its steps took, a ``ServiceState`` does not.
public struct ServiceProbe: Codable, Hashable, Sendable {
  /// When it ended; nil where it is not told.
  public var time: ServiceTime?

  /// The endpoint, as it was configured.
  public var endpoint: String

  /// `ipv4` or `ipv6`.
  public var family: String

  /// `success`, `portal`, `timeout` and the like.
  public var outcome: String

  /// The status of HTTP, where there was one.
  public var status: Int?

  /// Where a portal leads to.
  public var location: String?

  /// How long it took.
  public var milliseconds: Double

  /// What the steps took; nil where it is not told.
  public var timings: Timings?

  /// The milliseconds from the probe's beginning to the end of each step; nil where it did not come
  /// that far.
  public struct Timings: Codable, Hashable, Sendable {
    /// The lookup of the name.
    public var lookup: Double?

    /// The connection.
    public var connect: Double?

    /// The session of TLS.
    public var tls: Double?

    /// The first byte of the answer.
    public var firstByte: Double?

    /// All of it.
    public var total: Double?
  }
}
