internal import NetwatchCore

/// A value of the file, or of a flag, at its key.
///
/// Its methods read it as some type or say what was expected. The value of a flag is always text, which
/// counts as a number or a truth value where it reads as one.
struct ConfigurationNode: Sendable {
  let value: JSON5Node.Value

  /// The line in the file, or `nil` for a flag.
  let line: Int?

  /// The dotted path, or the flag.
  let path: String

  /// Whether a complaint must not quote the value.
  var isSecret = false

  var isFlag: Bool { line == nil }

  init(_ node: JSON5Node, path: String) {
    self.value = node.value
    self.line = node.line
    self.path = path
  }

  init(flag: String, value: String) {
    self.value = .text(value)
    self.line = nil
    self.path = flag
  }

  /// A complaint of the value.
  func wrong(_ expected: String) -> ConfigurationError {
    complaint("\(given); expected \(expected)")
  }

  /// A complaint in words of its own.
  func complaint(_ text: String) -> ConfigurationError {
    ConfigurationError(line: line, key: path, text)
  }

  private var given: String {
    switch value {
    case .null: "is null"
    case .boolean(let value): "is \(value)"
    case .number(let value): "is \(Self.shown(value))"
    case .text where isSecret: "is not what it has to be"
    case .text(let text): "is '\(ConfigurationText.shown(text))'"
    case .list: "is a list"
    case .object: "is an object"
    }
  }

  /// A number as the file would have it: Swift prints a fraction of whole ones too.
  private static func shown(_ value: Double) -> String {
    if value.isNaN { return "NaN" }
    if value.isInfinite { return value < 0 ? "-Infinity" : "Infinity" }
    return Int64(exactly: value).map { "\($0)" } ?? "\(value)"
  }
}
