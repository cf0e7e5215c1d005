/// An answer whose body is read as it comes, by one task.
///
/// At most 256 KiB, and what libcurl has at hand, wait to be read; then the server is held up. Letting
/// go of the stream ends the transfer.
package final class CurlStream: Sendable {
  /// The final response's status and header.
  package let head: CurlHead

  private let channel: StreamChannel

  init(head: CurlHead, channel: StreamChannel) {
    self.head = head
    self.channel = channel
  }

  deinit {
    channel.cancel()
  }

  /// Returns the next bytes of the body, as many as there are, or waits for some.
  ///
  /// Cancelling the task ends the transfer at once.
  ///
  /// - Returns: At least one byte; nil once the body is complete.
  /// - Throws: ``CurlError`` where the body is not completed, after everything that did come.
  package func next() async throws(CurlError) -> [UInt8]? {
    try await channel.next()
  }

  /// Ends the transfer; reading fails from then on with an error of the kind `cancelled`.
  ///
  /// Nothing happens if it has ended already.
  package func cancel() {
    channel.cancel()
  }
}
