/// Reads what ``PayloadWriter`` wrote, or another release, or a disk that has lost it.
struct PayloadReader {
  private let bytes: [UInt8]
  private var index = 1

  /// - Throws: ``PayloadError`` where the form is of another version.
  init(_ bytes: [UInt8], version: UInt8) throws(PayloadError) {
    guard let found = bytes.first else { throw .cutOff }
    guard found == version else { throw .version(found) }
    self.bytes = bytes
  }

  mutating func number() throws(PayloadError) -> Int {
    var result: UInt64 = 0
    for shift: UInt64 in stride(from: 0, to: 64, by: 7) {
      guard index < bytes.count else { throw .cutOff }
      let byte = bytes[index]
      index += 1
      result |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return Int(Int64(bitPattern: result)) }
    }
    throw .malformed
  }

  mutating func data() throws(PayloadError) -> ArraySlice<UInt8> {
    let count = try number()
    guard count >= 0, count <= bytes.count - index else { throw .cutOff }
    defer { index += count }
    return bytes[index..<(index + count)]
  }

  mutating func text() throws(PayloadError) -> String {
    guard let text = String(validating: try data(), as: UTF8.self) else { throw .malformed }
    return text
  }

  /// Reads how many there are of something, each of at least one byte.
  mutating func count() throws(PayloadError) -> Int {
    let count = try number()
    guard count >= 0, count <= bytes.count - index else { throw .cutOff }
    return count
  }

  /// Whether nothing is left.
  var isAtEnd: Bool { index == bytes.count }

  /// Makes sure that nothing is left.
  func end() throws(PayloadError) {
    guard isAtEnd else { throw .malformed }
  }
}

/// Why a payload could not be read.
enum PayloadError: Error, Hashable, CustomStringConvertible {
  case version(UInt8)
  case cutOff
  case malformed

  var description: String {
    switch self {
    case .version(let version): "it has the version \(version), which this release does not know"
    case .cutOff: "it is cut off"
    case .malformed: "it is damaged"
    }
  }
}
