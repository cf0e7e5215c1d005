/// Numbers as people write them when they count: digits and nothing else.
package enum WholeNumber {
  /// Reads a number; one that is too large for its type is the largest there is, as nothing will ever be
  /// counted that far.
  ///
  /// - Returns: The number, or `nil` where there is anything but digits, or none.
  package static func parse(_ text: some StringProtocol) -> UInt64? {
    guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return UInt64(text) ?? .max
  }
}
