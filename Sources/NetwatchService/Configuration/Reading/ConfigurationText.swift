internal import NetwatchCore

/// How names and values are shown in a complaint.
enum ConfigurationText {
  private static let maximumCount = 60

  /// Text made safe for a terminal, and cut where it is long.
  static func shown(_ text: String) -> String {
    let kept = text.unicodeScalars.prefix(maximumCount)
    let isCut = kept.endIndex < text.unicodeScalars.endIndex
    return terminalSafe(String(kept)) + (isCut ? "…" : "")
  }

  /// The path of a member: dotted, with names that are no words in brackets and quotes.
  static func path(_ parent: String, _ name: String) -> String {
    let isWord =
      !name.isEmpty && name.utf8.count <= maximumCount
      && name.utf8.allSatisfy { $0 == 0x5F || $0.isAlphanumeric }
    guard isWord else { return "\(parent)[\"\(shown(name))\"]" }
    return parent.isEmpty ? name : "\(parent).\(name)"
  }

  /// Words joined as in "a, b or c".
  static func alternatives(_ words: [String]) -> String {
    guard let last = words.last, words.count > 1 else { return words.joined() }
    return words.dropLast().joined(separator: ", ") + " or " + last
  }
}

extension UInt8 {
  /// Whether the byte is a letter or a digit of ASCII.
  var isAlphanumeric: Bool {
    switch self {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: false
    }
  }
}
