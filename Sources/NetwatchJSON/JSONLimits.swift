/// How much a text may ask of its reader, whoever sent it.
///
/// A value takes a hundred bytes of memory and more, and may have been sent in two: without a limit,
/// a text costs fifty times its own size. Nesting costs stack.
package struct JSONLimits: Hashable, Sendable {
  /// How deep values can be nested; the outermost one counts.
  package var depth: Int

  /// How many values there can be in all.
  package var count: Int

  package init(depth: Int, count: Int) {
    (self.depth, self.count) = (depth, count)
  }

  /// Goes over a text by nothing but its brackets, commas and quotes, before anything is made of it.
  ///
  /// What is no JSON may pass, and is found by the reader.
  func check(_ bytes: [UInt8]) throws(JSONError) {
    var (level, values) = (0, 1)
    var (isText, isEscaped) = (false, false)
    for byte in bytes {
      if isText {
        if isEscaped {
          isEscaped = false
        } else {
          isEscaped = byte == UInt8(ascii: "\\")
          isText = byte != UInt8(ascii: "\"")
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): isText = true
      case UInt8(ascii: ","): values += 1
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        values += 1
        level += 1
        guard level <= depth else { throw JSONError("values are nested more than \(depth) deep") }
      case UInt8(ascii: "]"), UInt8(ascii: "}"): level -= 1
      default: break
      }
    }
    guard values <= count else { throw JSONError("there are more than \(count) values in it") }
  }
}
