import CNetlink

/// The header of a netlink message: `struct nlmsghdr`.
struct MessageHeader: Hashable {
  /// The size of the header in bytes.
  static let size = 16

  let type: UInt16
  let flags: UInt16
  let sequence: UInt32

  /// Whether the message says that the dump it belongs to saw a table that changed meanwhile.
  var isInterrupted: Bool { CInt(flags) & NLM_F_DUMP_INTR != 0 }

  init(type: UInt16, flags: UInt16 = 0, sequence: UInt32 = 0) {
    self.type = type
    self.flags = flags
    self.sequence = sequence
  }

  init?(_ message: RawSpan) {
    guard let type = message.field(at: 4, as: UInt16.self),
      let flags = message.field(at: 6, as: UInt16.self),
      let sequence = message.field(at: 8, as: UInt32.self)
    else { return nil }
    self.init(type: type, flags: flags, sequence: sequence)
  }
}

/// Visits the messages of a datagram with what follows their headers, and stops at the first one
/// that does not fit.
func forEachMessage(in datagram: RawSpan, _ body: (MessageHeader, RawSpan) -> Void) {
  var offset = 0
  while let length = datagram.field(at: offset, as: UInt32.self).map(Int.init) {
    guard length >= MessageHeader.size, length <= datagram.byteCount - offset else { return }
    let message = datagram.extracting(offset..<offset + length)
    guard let header = MessageHeader(message) else { return }
    body(header, message.extracting(droppingFirst: MessageHeader.size))
    offset += aligned(length)
  }
}

/// Rounds a length up to the four bytes at which messages and attributes begin.
func aligned(_ length: Int) -> Int {
  (length + 3) & ~3
}
