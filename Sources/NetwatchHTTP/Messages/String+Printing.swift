import NetwatchCore

extension String {
  /// The text with visible controls: whatever a terminal might obey, or show as something else, stands
  /// as `\u{…}`.
  ///
  /// Backslashes stay single, unlike in `terminalSafe`, so that what was made visible once, or quoted
  /// as Swift quotes, stays as it is: errors are made of the texts of other errors.
  var withVisibleControls: String {
    if utf8.allSatisfy({ (0x20...0x7E).contains($0) }) { return self }
    return unicodeScalars.reduce(into: "") { result, scalar in
      if scalar.isUnsafeOnTerminal {
        result += "\\u{\(String(scalar.value, radix: 16))}"
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
  }

  /// A URL without the name and password in front of its host, which are nobody's business; any other
  /// text as it is.
  ///
  /// It goes by the text alone, because URLs that cannot be parsed stand in errors too: what comes
  /// between `//` (or the beginning, where it is missing) and the last `@` before the path.
  var withoutUserInformation: String {
    // Not firstRange(of:), which would link all of the regular expressions, a megabyte, into a daemon.
    let slashes = utf8.indices.first { utf8[$0...].starts(with: "//".utf8) }
    let start = slashes.map { utf8.index($0, offsetBy: 2) } ?? startIndex
    let authority = self[start...].prefix { !"/?#\\".contains($0) }
    guard let at = authority.lastIndex(of: "@") else { return self }
    return String(self[..<start] + self[index(after: at)...])
  }
}
