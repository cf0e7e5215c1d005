/// An answer whose status is accepted, and where it came from.
///
/// An object, so that the tasks which wait for one hold a pointer.
final class Answer: Sendable {
  let reply: TransportReply

  /// The URL that gave it, after redirects.
  let url: String

  init(reply: TransportReply, url: String) {
    self.reply = reply
    self.url = url
  }
}
