extension JSON5Reader {
  /// Skips blanks, line breaks and comments.
  mutating func skipBlanks() throws(JSON5Error) {
    while let next {
      switch next {
      case 0x0A:
        line += 1
        index += 1
      case 0x09, 0x0B, 0x0C, 0x0D, 0x20: index += 1
      case UInt8(ascii: "/"): try skipComment()
      case 0x80... where Self.wideBlanks.contains(where: isNext): index += next == 0xC2 ? 2 : 3
      default: return
      }
    }
  }

  /// The blanks outside ASCII that an editor may leave: no-break space, byte order mark and the two
  /// separators.
  private static let wideBlanks = ["\u{A0}", "\u{FEFF}"] + lineSeparators

  /// They end a line for JSON5, though for no editor.
  private static let lineSeparators = ["\u{2028}", "\u{2029}"]

  private mutating func skipComment() throws(JSON5Error) {
    if isNext("//") {
      while let next, next != 0x0A, next != 0x0D, !Self.lineSeparators.contains(where: isNext) {
        index += 1
      }
    } else if isNext("/*") {
      try skipBlockComment()
    } else {
      throw unexpected("a comment or a value")
    }
  }

  private mutating func skipBlockComment() throws(JSON5Error) {
    let start = line
    index += 2
    while !isNext("*/") {
      guard let next else {
        throw JSON5Error(line: start, "the comment that begins here has no end")
      }
      if next == 0x0A { line += 1 }
      index += 1
    }
    index += 2
  }
}
