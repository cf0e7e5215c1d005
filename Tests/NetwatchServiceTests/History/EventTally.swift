import Glibc

/// Counts the events of a kind in what a client is sent, and keeps none of them.
struct EventTally {
  /// How many there were.
  private(set) var count = 0

  private let pattern: [UInt8]

  /// What has arrived of a chunk that is not complete.
  private var rest: [UInt8] = []

  /// The end of the last chunk, which may be the beginning of the pattern.
  private var tail: [UInt8] = []

  /// - Parameter name: The name of the events.
  init(_ name: String) {
    pattern = Array("\nevent: \(name)\n".utf8)
  }

  /// Counts those in what came next, which begins with a chunk.
  mutating func take(_ bytes: ArraySlice<UInt8>) {
    let bytes = rest + bytes
    var start = 0
    while let chunk = Self.chunk(in: bytes[start...]) {
      look(tail + bytes[chunk])
      start = chunk.upperBound + 2
    }
    // Copied, so that the memory of what was taken is given back.
    rest = Array(bytes[start...])
  }

  private mutating func look(_ text: [UInt8]) {
    text.withUnsafeBytes { text in
      guard var place = text.baseAddress else { return }
      let end = place + text.count
      // Each line's end is the beginning of the pattern.
      while let line = memchr(place, 0x0A, end - place),
        end - UnsafeRawPointer(line) >= pattern.count
      {
        if memcmp(line, pattern, pattern.count) == 0 { count += 1 }
        place = UnsafeRawPointer(line) + 1
      }
    }
    tail = text.suffix(pattern.count - 1)
  }

  /// Where the text of the first chunk is; nil where it is not complete.
  private static func chunk(in bytes: ArraySlice<UInt8>) -> Range<Int>? {
    guard let end = bytes.prefix(12).firstRange(of: [0x0D, 0x0A]),
      let size = Int(String(decoding: bytes[..<end.lowerBound], as: UTF8.self), radix: 16),
      bytes.endIndex >= end.upperBound + size + 2
    else { return nil }
    return end.upperBound..<end.upperBound + size
  }
}
