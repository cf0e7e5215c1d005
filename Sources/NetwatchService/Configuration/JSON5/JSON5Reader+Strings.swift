extension JSON5Reader {
  /// Reads a text in quotes of either kind.
  mutating func string() throws(JSON5Error) -> String {
    let (start, quote) = (line, bytes[index])
    index += 1
    var result: [UInt8] = []
    while let byte = next, byte != quote {
      switch byte {
      case UInt8(ascii: "\\"):
        index += 1
        try escape(&result)
      case ..<0x20: throw JSON5Error(line: start, "a text in quotes has a control character in it")
      default:
        result.append(byte)
        index += 1
      }
    }
    guard index < bytes.count else {
      throw JSON5Error(line: start, "the text in quotes that begins here has no end")
    }
    index += 1
    return String(decoding: result, as: UTF8.self)
  }

  private mutating func escape(_ result: inout [UInt8]) throws(JSON5Error) {
    guard let byte = next else { return }
    index += 1
    switch byte {
    case UInt8(ascii: "b"): result.append(0x08)
    case UInt8(ascii: "f"): result.append(0x0C)
    case UInt8(ascii: "n"): result.append(0x0A)
    case UInt8(ascii: "r"): result.append(0x0D)
    case UInt8(ascii: "t"): result.append(0x09)
    case UInt8(ascii: "v"): result.append(0x0B)
    case UInt8(ascii: "x"): result += Array(String(Unicode.Scalar(UInt8(try hexadecimal(2)))).utf8)
    case UInt8(ascii: "u"): result += Array(String(try unicode()).utf8)
    case 0x0A: line += 1
    // A line that goes on; with a line feed behind it, one.
    case 0x0D: if take("\n") { line += 1 }
    case 0x22, 0x27, 0x2F, 0x5C: result.append(byte)
    default: throw JSON5Error(line: line, "a text in quotes has an unknown escape in it")
    }
  }

  private mutating func unicode() throws(JSON5Error) -> Unicode.Scalar {
    let first = try hexadecimal(4)
    if let scalar = Unicode.Scalar(first) { return scalar }
    // A surrogate: the first of a pair, or nothing that means a character.
    if first < 0xDC00, isNext("\\u") {
      index += 2
      let second = try hexadecimal(4)
      let code = 0x10000 + (first & 0x3FF) << 10 + second & 0x3FF
      if second >> 10 == 0x37, let scalar = Unicode.Scalar(code) { return scalar }
    }
    throw JSON5Error(line: line, "a text in quotes has half a surrogate pair in it")
  }

  private mutating func hexadecimal(_ count: Int) throws(JSON5Error) -> UInt32 {
    let digits = bytes[index...].prefix(count)
    let text = String(decoding: digits, as: UTF8.self)
    guard digits.count == count, digits.allSatisfy(JSON5Number.isHexadecimal),
      let number = UInt32(text, radix: 16)
    else {
      throw JSON5Error(line: line, "an escape needs \(count) hexadecimal digits")
    }
    index += count
    return number
  }
}
