/// A user or a group, by its number or its name.
package enum Account: Hashable, Sendable {
  case id(UInt32)
  case name(String)
}

extension Account {
  /// Numbers and names as the system's databases have them; nobody is looked up.
  init(_ node: ConfigurationNode, _ noun: String) throws(ConfigurationError) {
    let expected = "the name or the number of a \(noun)"
    switch node.value {
    case .number(let number):
      guard let id = UInt32(exactly: number), id != .max else { throw node.wrong(expected) }
      self = .id(id)
    case .text(let text):
      guard let account = Self.parse(text) else { throw node.wrong(expected) }
      self = account
    default: throw node.wrong(expected)
    }
  }

  /// A list of users.
  static func administrators(_ node: ConfigurationNode) throws(ConfigurationError) -> [Account] {
    var result: [Account] = []
    for element in try node.elements("users", upTo: 256) {
      let account = try Account(element, "user")
      try element.checkUnique(account, in: result)
      result.append(account)
    }
    return result
  }

  private static func parse(_ text: String) -> Account? {
    guard let first = text.utf8.first, text.utf8.count <= 32,
      text.utf8.allSatisfy({ $0.isAlphanumeric || "_-.$".utf8.contains($0) })
    else { return nil }
    guard (0x30...0x39).contains(first) else {
      return first == UInt8(ascii: "-") || first == UInt8(ascii: ".") ? nil : .name(text)
    }
    return UInt32(text).flatMap { $0 == .max ? nil : .id($0) }
  }
}
