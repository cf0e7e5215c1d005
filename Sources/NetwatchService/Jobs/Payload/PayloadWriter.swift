/// Writes what a store keeps of a job: the same values give the same bytes, since it is by them that a
/// repeated submission is told from another one.
struct PayloadWriter {
  private(set) var bytes: [UInt8]

  /// - Parameters:
  ///   - version: Of the form, for a later release that has another.
  ///   - capacity: How many bytes there will be, as far as that is known.
  init(version: UInt8, capacity: Int = 256) {
    bytes = []
    bytes.reserveCapacity(capacity)
    bytes.append(version)
  }

  /// Writes a number, seven bits a byte, the lowest first.
  mutating func write(_ number: Int) {
    var rest = UInt64(bitPattern: Int64(number))
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  /// Writes bytes behind their number.
  mutating func write(_ more: some Collection<UInt8>) {
    write(more.count)
    bytes += more
  }

  mutating func write(_ text: String) { write(text.utf8) }
}
