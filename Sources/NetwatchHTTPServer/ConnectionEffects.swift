/// What a connection has to do about an event, in the order of the properties.
struct ConnectionEffects {
  /// How long a connection may take before it is closed.
  enum Limit: Equatable {
    /// As long as a request may.
    case request

    /// As long as nothing may be asked.
    case idle

    /// As long as a client may take for an answer of so many bytes.
    case answer(bytes: Int)

    /// For ever.
    case unlimited
  }

  /// Whether the library leaves a connection alone, socket and all.
  enum Suspension: Equatable {
    case begins

    /// Nobody but the loop would notice that the client goes.
    case beginsWatched

    case ends
  }

  /// From now on; nil leaves the limit, and since when it counts.
  var limit: Limit?

  /// A stream that ends unless it has, and why.
  var endedStream: (stream: ServerStream, reason: ServerStreamEnd)?

  /// What is sent past the library, to a client that has been sent nothing else.
  var bareStatus: BareStatus?

  /// Whether the socket is shut down.
  var shutsDown = false

  var suspension: Suspension?

  static let none = ConnectionEffects()
}

/// An answer that has nothing but a status.
enum BareStatus: String {
  case requestTimeout = "408 Request Timeout"
  case serviceUnavailable = "503 Service Unavailable"
}
