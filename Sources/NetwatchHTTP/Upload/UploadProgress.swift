/// How far an upload has come, in bytes.
public struct UploadProgress: Hashable, Sendable {
  /// What was handed to the network; where the upload goes on after a failure, from what the server has.
  ///
  /// It falls back when an attempt starts over: to 0, or in a resumable upload to the server's offset.
  public var sent: Int64

  /// The length of it all; nil where it is not known.
  public var total: Int64?

  /// Creates a report.
  public init(sent: Int64, total: Int64?) {
    self.sent = sent
    self.total = total
  }
}
