/// Text from outside, made safe for a terminal: whatever it might obey, or show as something else, is
/// made visible as `\u{…}`, and the backslash is doubled to keep the two apart.
///
/// Names of interfaces, locations of portals and arguments pass through here, once, on their way out.
package func terminalSafe(_ text: String) -> String {
  if text.utf8.allSatisfy({ (0x20...0x7E).contains($0) && $0 != 0x5C }) { return text }
  return text.unicodeScalars.reduce(into: "") { result, scalar in
    switch scalar {
    case "\\": result += "\\\\"
    case _ where scalar.isUnsafeOnTerminal: result += "\\u{\(String(scalar.value, radix: 16))}"
    default: result.unicodeScalars.append(scalar)
    }
  }
}

extension Unicode.Scalar {
  /// Whether a terminal might obey the character instead of showing it, or show it as something else:
  /// controls, line separators, and the invisible ones, which change the direction of what follows.
  package var isUnsafeOnTerminal: Bool {
    guard !(0x20...0x7E).contains(value) else { return false }
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned:
      return true
    default: return properties.isDefaultIgnorableCodePoint
    }
  }
}
