internal import Glibc
internal import NetwatchCore

extension ExecParameter {
  /// The longest value, in bytes.
  private static let longestValue = 4096

  /// Whether a value can be given: as the kind says, and never something that could be an option.
  func takes(_ value: String) -> Bool {
    guard (1...Self.longestValue).contains(value.utf8.count), !value.beginsLikeOption else {
      return false
    }
    switch kind {
    case .integer(let range): return Self.number(value).map(range.contains) ?? false
    case .word(let pattern): return Self.isWord(value) && Self.matches(value, pattern, flags: 0)
    case .path(let pattern):
      return Self.isPath(value) && Self.matches(value, pattern, flags: FNM_PATHNAME)
    case .choice(let words): return words.contains(value)
    }
  }

  /// What is expected, in words.
  var expectation: String {
    switch kind {
    case .integer(let range):
      "a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .word(let pattern):
      "a word of letters, digits, '.', '_' and '-' that begins with a letter or digit"
        + Self.like(pattern)
    case .path(let pattern): "a path from the root without '.' and '..'" + Self.like(pattern)
    case .choice(let words): ConfigurationText.alternatives(words)
    }
  }

  private static func like(_ pattern: String?) -> String {
    pattern.map { " and matches \($0)" } ?? ""
  }

  /// A number in the only way to write it.
  private static func number(_ value: String) -> Int? {
    guard let number = Int(value), "\(number)" == value else { return nil }
    return number
  }

  private static func isWord(_ value: String) -> Bool {
    value.utf8.first?.isAlphanumeric == true
      && value.utf8.allSatisfy { $0.isAlphanumeric || "._-".utf8.contains($0) }
  }

  /// Controls would be shown as something else wherever the path is shown.
  private static func isPath(_ value: String) -> Bool {
    PathText.isFromRoot(value) && !value.unicodeScalars.contains(where: \.isUnsafeOnTerminal)
  }

  private static func matches(_ value: String, _ pattern: String?, flags: CInt) -> Bool {
    guard let pattern else { return true }
    return unsafe fnmatch(pattern, value, flags) == 0
  }
}
