internal import NetwatchCore
internal import NetwatchText

/// HTML under construction.
///
/// Text and attributes are escaped here, and nowhere else.
struct Markup {
  private var buffer = TextBuffer()

  /// The document so far.
  var bytes: [UInt8] { buffer.bytes }

  /// Appends markup of this program's own making.
  mutating func append(markup: String) {
    buffer.append(markup)
  }

  /// Appends text.
  mutating func append(text: String) {
    for scalar in text.unicodeScalars { append(escaping: scalar) }
  }

  /// Appends an element.
  ///
  /// - Parameters:
  ///   - name: Its name, of this program's own making as those of the attributes.
  ///   - attributes: Its attributes.
  ///   - fill: Appends what is in it.
  mutating func element(
    _ name: String,
    _ attributes: KeyValuePairs<String, String> = [:],
    _ fill: (inout Markup) -> Void = { _ in }
  ) {
    buffer.append("<\(name)")
    for (name, value) in attributes {
      buffer.append(" \(name)=\"")
      append(text: value)
      buffer.append("\"")
    }
    buffer.append(">")
    fill(&self)
    buffer.append("</\(name)>")
  }

  /// Appends an element with a text in it.
  mutating func element(
    _ name: String,
    _ attributes: KeyValuePairs<String, String> = [:],
    text: String
  ) {
    element(name, attributes) { $0.append(text: text) }
  }

  private mutating func append(escaping scalar: Unicode.Scalar) {
    switch scalar {
    case "&": buffer.append("&amp;")
    case "<": buffer.append("&lt;")
    case ">": buffer.append("&gt;")
    case "\"": buffer.append("&quot;")
    case "'": buffer.append("&#39;")
    // Obeyed instead of shown: controls, and what changes the direction of the text behind it.
    case _ where scalar.isUnsafeOnTerminal: buffer.append("\u{FFFD}")
    default: buffer.append(String(Character(scalar)))
    }
  }
}
