import CNetlink
import NetwatchCore

/// The requests of one datagram, back to back, in memory that is kept from one to the next.
struct RequestBuffer {
  /// The requests so far.
  private(set) var bytes: [UInt8] = []

  /// The sequence number of the first request.
  private(set) var firstSequence: UInt32 = 1

  /// How many requests there are.
  private(set) var count = 0

  init(capacity: Int) {
    bytes.reserveCapacity(capacity)
  }

  /// Begins the next datagram; its numbers go on where those of the last one ended, so that no late
  /// answer is taken for one of the new.
  mutating func reset() {
    firstSequence &+= UInt32(count)
    count = 0
    bytes.removeAll(keepingCapacity: true)
  }

  /// Adds a request, whose fixed part and attributes the closure appends.
  mutating func append(type: Int, flags: CInt = 0, _ body: (inout RequestBuffer) -> Void) {
    let start = bytes.count
    append(
      nlmsghdr(
        nlmsg_len: 0,
        nlmsg_type: UInt16(type),
        nlmsg_flags: UInt16(NLM_F_REQUEST | flags),
        nlmsg_seq: firstSequence &+ UInt32(count),
        nlmsg_pid: 0
      )
    )
    body(&self)
    setLength(at: start)
    pad()
    count += 1
  }

  /// Appends a number, or a structure of them, as it lies in memory.
  mutating func append<Value: BitwiseCopyable>(_ value: Value) {
    unsafe withUnsafeBytes(of: value) { unsafe append($0) }
  }

  private mutating func append(_ memory: UnsafeRawBufferPointer) {
    unsafe bytes.append(contentsOf: memory)
  }

  mutating func appendAttribute<Value: FixedWidthInteger & BitwiseCopyable>(
    _ type: Int,
    _ value: Value
  ) {
    appendHeader(type, payload: MemoryLayout<Value>.size)
    append(value)
    pad()
  }

  mutating func appendAttribute(_ type: Int, _ address: IPAddress) {
    appendHeader(type, payload: address.bitWidth / 8)
    switch address.family {
    case .ipv4: append(UInt32(truncatingIfNeeded: address.low).bigEndian)
    case .ipv6: append((address.high.bigEndian, address.low.bigEndian))
    }
  }

  /// Appends text with the zero byte that ends it.
  mutating func appendAttribute(_ type: Int, _ text: String) {
    appendHeader(type, payload: text.utf8.count + 1)
    bytes.append(contentsOf: text.utf8)
    bytes.append(0)
    pad()
  }

  private mutating func appendHeader(_ type: Int, payload: Int) {
    append(rtattr(rta_len: UInt16(attributeHeaderSize + payload), rta_type: UInt16(type)))
  }

  private mutating func pad() {
    while bytes.count % 4 != 0 { bytes.append(0) }
  }

  /// Writes the length of the message that began at an offset, and ends here, into its header.
  private mutating func setLength(at start: Int) {
    let length = UInt32(bytes.count - start)
    unsafe bytes.withUnsafeMutableBytes { bytes in
      unsafe bytes.storeBytes(of: length, toByteOffset: start, as: UInt32.self)
    }
  }
}
