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

  private var start = 0

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
    start = bytes.count
    append(UInt32(0))
    append(UInt16(type))
    append(UInt16(NLM_F_REQUEST | flags))
    append(firstSequence &+ UInt32(count))
    append(UInt32(0))
    body(&self)
    patchLength(at: start, UInt32(bytes.count - start))
    pad()
    count += 1
  }

  /// Appends a number in the machine's byte order.
  mutating func append<Value: FixedWidthInteger>(_ value: Value) {
    let value = value.littleEndian
    for bit in stride(from: 0, to: Value.bitWidth, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: value >> Value(bit)))
    }
  }

  mutating func appendAttribute<Value: FixedWidthInteger>(_ type: Int, _ value: Value) {
    appendHeader(type, payload: Value.bitWidth / 8)
    append(value)
    pad()
  }

  mutating func appendAttribute(_ type: Int, _ address: IPAddress) {
    appendHeader(type, payload: address.bitWidth / 8)
    if address.family == .ipv6 { append(address.high.bigEndian) }
    if address.family == .ipv6 { append(address.low.bigEndian) }
    if address.family == .ipv4 { append(UInt32(truncatingIfNeeded: address.low).bigEndian) }
  }

  /// Appends text with the zero byte that ends it.
  mutating func appendAttribute(_ type: Int, _ text: String) {
    appendHeader(type, payload: text.utf8.count + 1)
    bytes.append(contentsOf: text.utf8)
    bytes.append(0)
    pad()
  }

  private mutating func appendHeader(_ type: Int, payload: Int) {
    append(UInt16(attributeHeaderSize + payload))
    append(UInt16(type))
  }

  private mutating func pad() {
    while bytes.count % 4 != 0 { bytes.append(0) }
  }

  private mutating func patchLength(at offset: Int, _ length: UInt32) {
    let length = length.littleEndian
    for index in 0..<4 {
      bytes[offset + index] = UInt8(truncatingIfNeeded: length >> UInt32(index * 8))
    }
  }
}
