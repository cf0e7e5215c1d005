/// Bytes as hexadecimal digits.
package enum Hex {
  /// The digits that are written, by their value.
  package static let digits = Array("0123456789abcdef".utf8)

  /// Two digits for each byte.
  package static func encode(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
  }
}
