/// A request that has been received whole.
package struct ServerRequest: Sendable {
  /// The method as it was sent; a token, not necessarily one that is known.
  package let method: String

  /// The path: percent-decoded, absolute, without empty segments and dot segments.
  ///
  /// `*` for `OPTIONS *`.
  package let path: String

  /// The query's parts in their order, decoded as forms are (`+` is a blank).
  package let query: [ServerQueryItem]

  /// The fields of its head; of HTTP/1.1, exactly one is `Host`.
  package let headers: [ServerHeader]

  /// The body, empty where there is none.
  package let body: [UInt8]

  /// Who sent it; nil over TCP.
  package let peer: ServerPeer?

  /// Whether it came over TCP, where anybody on the host can send.
  package let isTCP: Bool
}

/// A name in a query, and its value; empty where there is none.
package struct ServerQueryItem: Hashable, Sendable {
  /// The part in front of the first equals sign.
  package let name: String

  /// The part behind it.
  package let value: String

  /// Creates an item.
  package init(name: String, value: String) {
    (self.name, self.value) = (name, value)
  }
}

/// The process at the other end of a Unix socket when it connected (SO_PEERCRED of unix(7)).
package struct ServerPeer: Hashable, Sendable {
  /// Its process; it may have ended since.
  package let process: Int32

  /// Its effective user.
  package let user: UInt32

  /// Its effective group.
  package let group: UInt32
}
