internal import NetwatchCore
internal import NetwatchText

/// Writes metrics in the text format of Prometheus (version 0.0.4).
struct MetricsText: Sendable {
  private var text = TextBuffer()

  /// What was written.
  var bytes: [UInt8] { text.bytes }

  /// What a metric is.
  enum Kind: String {
    case counter, gauge
  }

  /// Appends a metric with one value.
  mutating func add(_ name: String, _ kind: Kind, _ help: String, _ value: some FixedWidthInteger) {
    begin(name, kind, help)
    append(name, nil, value)
  }

  /// Appends a metric with a value for each of some labels, in their order.
  mutating func add<Value: FixedWidthInteger>(
    _ name: String,
    _ kind: Kind,
    _ help: String,
    by label: String,
    _ values: [(String, Value)]
  ) {
    guard !values.isEmpty else { return }
    begin(name, kind, help)
    for (value, number) in values { append(name, (label, value), number) }
  }

  private mutating func begin(_ name: String, _ kind: Kind, _ help: String) {
    text.append("# HELP \(name) \(help)\n# TYPE \(name) \(kind.rawValue)\n")
  }

  private mutating func append(
    _ name: String,
    _ label: (name: String, value: String)?,
    _ number: some FixedWidthInteger
  ) {
    text.append(name)
    if let label { text.append("{\(label.name)=\"\(Self.escaped(label.value))\"}") }
    text.append(" ")
    text.append(number)
    text.append("\n")
  }

  /// What the format asks for, and whatever a terminal might obey made visible.
  private static func escaped(_ value: String) -> String {
    value.unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "\\": result += "\\\\"
      case "\"": result += "\\\""
      case _ where scalar.isUnsafeOnTerminal:
        result += "\\\\u{\(String(scalar.value, radix: 16))}"
      default: result.unicodeScalars.append(scalar)
      }
    }
  }
}
