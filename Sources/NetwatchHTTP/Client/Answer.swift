/// An answer whose status is accepted, and where it came from.
struct Answer: Sendable {
  let reply: TransportReply

  /// The URL that gave it, after redirects.
  let url: String
}
