/// A value of a JSON5 text, and the line that it begins on.
package struct JSON5Node: Sendable {
  /// What stands there.
  package indirect enum Value: Sendable {
    case null
    case boolean(Bool)
    case number(Double)
    case text(String)
    case list([JSON5Node])
    /// The members in the order of the text, each name once.
    case object([JSON5Member])
  }

  package let value: Value

  /// The line, counted from 1.
  package let line: Int

  package init(_ value: Value, line: Int) {
    self.value = value
    self.line = line
  }
}

/// A member of an object.
package struct JSON5Member: Sendable {
  package let name: String

  /// The line of the name.
  package let line: Int

  package let node: JSON5Node

  package init(_ name: String, line: Int, _ node: JSON5Node) {
    self.name = name
    self.line = line
    self.node = node
  }
}
