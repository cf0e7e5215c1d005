/// RFC 3986, section 2.1; `nil` for a stray `%`, or for bytes that are not UTF-8.
func percentDecoded(_ text: Substring) -> String? {
  var bytes: [UInt8] = []
  var rest = text.utf8[...]
  while let byte = rest.popFirst() {
    guard byte == UInt8(ascii: "%") else {
      bytes.append(byte)
      continue
    }
    let digits = rest.prefix(2)
    guard digits.count == 2, digits.allSatisfy({ Character(UnicodeScalar($0)).isHexDigit }),
      let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
    else { return nil }
    bytes.append(value)
    rest = rest.dropFirst(2)
  }
  return String(validating: bytes, as: UTF8.self)
}

/// RFC 3986, section 2.1: all but the unreserved characters become `%XX`.
func percentEncoded(_ text: String) -> String {
  text.utf8.reduce(into: "") { encoded, byte in
    if isUnreserved(byte) {
      encoded.unicodeScalars.append(UnicodeScalar(byte))
    } else {
      let digits = String(byte, radix: 16, uppercase: true)
      encoded += (digits.count == 1 ? "%0" : "%") + digits
    }
  }
}

private func isUnreserved(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
    UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"), UInt8(ascii: "."),
    UInt8(ascii: "_"), UInt8(ascii: "~"):
    true
  default: false
  }
}
