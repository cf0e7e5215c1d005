import NetwatchTestSupport

@testable import NetwatchService

/// What came back for a request.
struct APIAnswer: Sendable {
  /// All of it, as it came.
  let text: String

  var status: Int { Int(text.split(separator: " ").dropFirst().first ?? "") ?? 0 }

  var head: Substring { parts.head }
  var body: Substring { parts.body }

  private var parts: (head: Substring, body: Substring) {
    guard let end = text.range(of: "\r\n\r\n") else { return (text[...], "") }
    return (text[..<end.lowerBound], text[end.upperBound...])
  }

  /// The value of a field of the head.
  func field(_ name: String) -> String? {
    for line in head.split(separator: "\r\n").dropFirst() {
      let pair = line.split(separator: ":", maxSplits: 1)
      if pair.first?.lowercased() == name.lowercased(), pair.count == 2 {
        return String(pair[1].drop { $0 == " " })
      }
    }
    return nil
  }

  /// The body as JSON, which has to be some.
  var json: JSONTree { get throws { JSONTree(try JSON5Reader.read(Array(body.utf8))) } }
}

/// A value in JSON, to be looked into.
struct JSONTree {
  private let node: JSON5Node

  init(_ node: JSON5Node) { self.node = node }

  subscript(name: String) -> JSONTree? {
    guard case .object(let members) = node.value else { return nil }
    return members.first { $0.name == name }.map { JSONTree($0.node) }
  }

  /// The names of its members, in their order.
  var names: [String] {
    guard case .object(let members) = node.value else { return [] }
    return members.map(\.name)
  }

  var elements: [JSONTree] {
    guard case .list(let nodes) = node.value else { return [] }
    return nodes.map(JSONTree.init)
  }

  var text: String? {
    if case .text(let text) = node.value { text } else { nil }
  }

  var number: Int? {
    if case .number(let number) = node.value { Int(exactly: number) } else { nil }
  }

  var boolean: Bool? {
    if case .boolean(let value) = node.value { value } else { nil }
  }
}
