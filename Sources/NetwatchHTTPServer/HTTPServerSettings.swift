internal import Glibc

/// Where a server listens, and what it puts up with.
package struct HTTPServerSettings: Sendable {
  /// Where it listens; at least one.
  package var listeners: [ServerListener]

  /// How many connections a listener serves at a time, and who can have how many of them.
  package var connections = ConnectionLimits()

  /// The longest body of a request, in bytes; a longer one is answered with 413.
  package var bodyLimit = 8 * 1024 * 1024

  /// What a request over TCP is refused with once its head is there, before any of its body is taken.
  ///
  /// Nil lets it in, as the default does. It is called on the server's thread, and must not block.
  package var admit: @Sendable (ServerRequest) -> ServerResponse? = { _ in nil }

  /// How many bytes the bodies of all requests may have that are received or handled at a time.
  ///
  /// One that no longer fits is answered with 503. A user, or all over TCP, can have a half of them.
  package var bodiesLimit = 64 * 1024 * 1024

  /// How many bytes the answers may have that clients have not taken yet; one that no longer fits is
  /// replaced by 503.
  ///
  /// Those of up to ``smallAnswer`` are always sent: the number of connections bounds them.
  package var answersLimit = 64 * 1024 * 1024

  /// See ``answersLimit``; in bytes.
  package static let smallAnswer = 64 * 1024

  /// How many bytes of an answer a client has to take in a second, in the long run; see
  /// ``requestTimeout``.
  package var answerPace = 64 * 1024

  /// The room for a request's head, in bytes; a longer one is answered with 431, or 414 where its
  /// target alone is too long.
  ///
  /// The head of the answer has to fit too.
  package var headerLimit = 16 * 1024

  /// How long a connection is kept while nothing is asked, and how long one is waited for that takes
  /// nothing of its answer.
  ///
  /// Whole seconds of it count for the latter, at least one.
  package var idleTimeout: Duration = .seconds(30)

  /// How long a client may take for the head of its first request, and then for a body, however it
  /// spreads them; for the rest of a stream that has ended; and for an answer, in addition to the time
  /// that ``answerPace`` gives it.
  package var requestTimeout: Duration = .seconds(10)

  /// How long requests that are under way when the server is stopped may take to end.
  package var stopTimeout: Duration = .seconds(5)

  /// Creates the settings of a server that listens there, with the defaults for everything else.
  package init(listeners: [ServerListener]) {
    self.listeners = listeners
  }
}

extension HTTPServerSettings {
  /// How many connections a listener has, and for whom.
  package struct ConnectionLimits: Sendable {
    /// All of them; those beyond wait to be accepted.
    package var total = 1_100

    /// Those that a user can have; the next one is answered with 503 and closed.
    package var perUser = 1_000

    /// Those that are kept for ``unlimitedUsers``, at most half of all; over TCP, where users are not
    /// known, they are what is left while those that ask for nothing make room.
    package var reserved = 64

    /// The users who can have any number: root, and the one who runs the server.
    package var unlimitedUsers: Set<UInt32> = [0, geteuid()]

    /// What all others can have together.
    var shared: Int { max(1, total - min(max(0, reserved), total / 2)) }
  }
}

/// Where a server listens.
package enum ServerListener: Hashable, Sendable {
  /// A Unix socket. The file is made with the mode and, where one is given, the group, and removed
  /// when the server ends; nobody can connect before it has them.
  case unix(path: String, mode: UInt32, group: UInt32? = nil)

  /// A socket that somebody else has bound, and that the server owns from now on: a Unix socket, or
  /// TCP on a loopback address.
  case inherited(descriptor: CInt)

  /// A port on 127.0.0.1 and, where the host has it, ::1. 0 takes any.
  case tcp(port: UInt16)
}
