import CLinux
import Glibc

extension ScriptedConnection {
  /// What a connection waits for.
  enum Wait {
    /// The first byte of a request, before a script is chosen.
    case firstByte
    case input
    case output
    case moment(ContinuousClock.Instant)
    /// Nothing but its end.
    case end

    /// The events to wait for, as in poll(2).
    var events: CInt {
      switch self {
      case .firstByte, .input: POLLIN
      case .output: POLLOUT
      case .moment: 0
      case .end: CInt(linux_poll_read_hangup)
      }
    }

    /// The events that mean the end of the connection.
    var endingEvents: CInt {
      // A client that has sent all it wants may still read, so its half of the end does not count
      // while the script has something to say.
      if case .end = self {
        POLLHUP | POLLERR | CInt(linux_poll_read_hangup)
      } else {
        POLLHUP | POLLERR
      }
    }
  }

  /// What came of a step.
  enum Progress {
    /// The next step follows at once.
    case done
    /// The next step follows when the wait is over.
    case doneAfter(Wait)
    /// The same step goes on when the wait is over.
    case waiting(Wait)
    case finished
  }
}
