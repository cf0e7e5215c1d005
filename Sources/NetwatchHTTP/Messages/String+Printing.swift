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
}
