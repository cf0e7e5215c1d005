import CLinux
import CNetlink
import Glibc

/// What one reading of the event socket gave.
package struct Drained: Hashable, Sendable {
  /// What the messages were about.
  package internal(set) var topics: Topics = []

  /// How many messages came from the kernel.
  package internal(set) var messages = 0

  /// How often messages were lost, because the buffer was full or a message was longer than the
  /// room for it: each time, anything may have changed.
  package internal(set) var overruns = 0

  /// How many datagrams came from elsewhere than the kernel, and were ignored.
  package internal(set) var strangers = 0

  /// Any other error of the system call: the socket is of no more use.
  package internal(set) var error: CInt?

  /// Whether everything was read; false after a bounded number of datagrams, so that a flood cannot
  /// hold the thread.
  package internal(set) var isDrained = false

  /// The indexes of links that were deleted, all of them; another link may have one of them by now.
  ///
  /// What one reading takes in bounds them: the kernel sends each deletion in a datagram of its own.
  package internal(set) var deletedLinks: [Int32] = []

  package init() {}

  /// Takes a datagram in.
  mutating func receive(_ datagram: RawSpan, from origin: DatagramBatch.Origin) {
    guard origin.isKernel else {
      strangers += 1
      return
    }
    if origin.isTruncated { overruns += 1 }
    forEachMessage(in: datagram) { header, payload in
      messages += 1
      let topic = Topics(type: header.type, family: payload.field(at: 0))
      topics.formUnion(topic)
      // Membership of a bridge ends by a DELLINK too, and has no topic.
      if Int(header.type) == RTM_DELLINK, topic == .link { noteDeletion(payload) }
    }
  }

  /// Reads the index from `struct ifinfomsg`.
  private mutating func noteDeletion(_ message: RawSpan) {
    guard let index = message.field(at: 4, as: Int32.self) else { return }
    deletedLinks.append(index)
  }

  /// Takes the error of a system call in, and says whether reading goes on.
  mutating func fail(_ code: CInt) -> Bool {
    switch code {
    case EINTR: return true
    case ENOBUFS: overruns += 1
    case EAGAIN: isDrained = true
    default: error = code
    }
    // After an overrun the messages that fitted are still there to be read.
    return code == ENOBUFS
  }
}
