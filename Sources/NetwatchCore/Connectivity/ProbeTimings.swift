/// How long the steps of a probe took, each from its start; `nil` where a step was not reached.
public struct ProbeTimings: Hashable, Sendable {
  /// Until the name was resolved.
  public var lookup: Duration?

  /// Until the connection was made.
  public var connect: Duration?

  /// Until TLS was set up.
  public var tls: Duration?

  /// Until the first byte of the answer.
  public var firstByte: Duration?

  /// Until the end.
  public var total: Duration

  /// Creates timings.
  public init(
    lookup: Duration? = nil,
    connect: Duration? = nil,
    tls: Duration? = nil,
    firstByte: Duration? = nil,
    total: Duration = .zero
  ) {
    self.lookup = lookup
    self.connect = connect
    self.tls = tls
    self.firstByte = firstByte
    self.total = total
  }
}
