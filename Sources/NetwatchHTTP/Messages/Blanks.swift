extension UInt8 {
  /// Whether the byte is a blank of HTTP: a space or a tab (RFC 9110, section 5.6.3).
  var isBlank: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }
}

extension BidirectionalCollection<UInt8> {
  /// The bytes without the blanks at both ends.
  var trimmingBlanks: SubSequence {
    guard let first = firstIndex(where: { !$0.isBlank }),
      let last = lastIndex(where: { !$0.isBlank })
    else { return self[startIndex..<startIndex] }
    return self[first...last]
  }
}
