/// How far a transfer has come, in bytes of the bodies.
public struct TransferProgress: Hashable, Sendable {
  /// What was handed to the network of the request's body.
  public var sent: Int64

  /// The length of the request's body; nil where it is not known.
  public var toSend: Int64?

  /// What has come of the answer's body.
  public var received: Int64

  /// The length of the answer's body; nil where the server has not said it.
  public var expected: Int64?

  /// Creates a report.
  public init(sent: Int64, toSend: Int64?, received: Int64, expected: Int64?) {
    self.sent = sent
    self.toSend = toSend
    self.received = received
    self.expected = expected
  }
}
