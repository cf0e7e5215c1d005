extension IPAddress: CustomStringConvertible {
  /// The address as text: dotted decimal, or the canonical form of RFC 5952.
  public var description: String { String { $0.append(self) } }
}

extension TextBuffer {
  /// Appends an address: dotted decimal, or the canonical form of RFC 5952.
  package mutating func append(_ address: IPAddress) {
    switch address.family {
    case .ipv4: append(dotted: UInt32(truncatingIfNeeded: address.low))
    case .ipv6 where address.isIPv4Mapped:
      append("::ffff:")
      append(dotted: UInt32(truncatingIfNeeded: address.low))
    case .ipv6: append(colons: address)
    }
  }

  private mutating func append(dotted value: UInt32) {
    append(digitsOf: UInt64(value >> 24))
    for shift: UInt32 in [16, 8, 0] {
      append(byte: UInt8(ascii: "."))
      append(digitsOf: UInt64(value >> shift & 255))
    }
  }

  /// RFC 5952, section 4: lower case, no leading zeros, the longest run of two or more zero groups
  /// shortened, the first of several as long.
  private mutating func append(colons address: IPAddress) {
    let gap = address.longestZeroRun
    for place in 0..<8 where !gap.dropFirst().contains(place) {
      if place == gap.lowerBound, !gap.isEmpty {
        append("::")
      } else {
        if place > 0, place != gap.upperBound || gap.isEmpty { append(byte: UInt8(ascii: ":")) }
        append(hexadecimal: address.group(at: place))
      }
    }
  }

  /// Appends a number of 16 bits without leading zeros.
  private mutating func append(hexadecimal value: UInt16) {
    for shift: UInt16 in [12, 8, 4, 0] where shift == 0 || value >> shift != 0 {
      let digit = UInt8(truncatingIfNeeded: value >> shift & 15)
      append(byte: digit + (digit < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10))
    }
  }
}

extension IPAddress {
  fileprivate var isIPv4Mapped: Bool { high == 0 && low >> 32 == 0xFFFF }

  fileprivate func group(at place: Int) -> UInt16 {
    UInt16(truncatingIfNeeded: (place < 4 ? high : low) >> UInt64(48 - place % 4 * 16))
  }

  /// The places of the longest run of two or more zero groups; empty where there is none.
  fileprivate var longestZeroRun: Range<Int> {
    var best = 0..<0
    var start = 0
    for place in 0..<8 {
      guard group(at: place) == 0 else {
        start = place + 1
        continue
      }
      let run = start..<place + 1
      if run.count >= 2, run.count > best.count { best = run }
    }
    return best
  }
}
