internal import NetwatchCore

extension ExecTemplate {
  private static let keys = [
    "program", "arguments", "workingDirectory", "environment", "timeout", "destination",
    "requirement",
  ]

  /// Templates by name.
  static func templates(
    _ node: ConfigurationNode
  ) throws(ConfigurationError) -> [String: ExecTemplate] {
    var result: [String: ExecTemplate] = [:]
    for (name, template) in try node.members("templates by name", upTo: 100) {
      guard isName(name) else {
        throw template.complaint("is no name of a template; expected \(nameRule)")
      }
      result[name] = try ExecTemplate(template, name: name)
    }
    return result
  }

  private init(_ node: ConfigurationNode, name: String) throws(ConfigurationError) {
    let record = try node.record("the keys of a template", Self.keys)
    guard let program = record["program"] else {
      throw node.complaint("has no program; expected its path from the root")
    }
    self.init(program: try program.absolutePath("a program"), destination: "exec:\(name)")
    if let node = record["arguments"] { arguments = try ExecArgument.list(node) }
    if let node = record["workingDirectory"] {
      workingDirectory = try node.absolutePath("a folder")
    }
    if let node = record["environment"] { environment = try Self.environment(node) }
    if let node = record["timeout"] {
      timeout = try node.duration(.seconds(1)...DurationText.longest)
    }
    if let node = record["destination"] {
      destination = try node.text("a name of a destination, of at most 256 bytes", upTo: 256)
    }
    if let node = record["requirement"] {
      needsInternet = try node.choice([("internet", true), ("nothing", false)])
    }
  }

  private static func environment(
    _ node: ConfigurationNode
  ) throws(ConfigurationError) -> [String: String] {
    var result: [String: String] = [:]
    for (name, value) in try node.members("variables", upTo: 100) {
      guard isVariable(name) else { throw value.complaint("is no name of a variable") }
      if case .text("") = value.value {
        result[name] = ""
      } else {
        result[name] = try value.text("text of one line, of at most 4096 bytes")
      }
    }
    return result
  }

  private static func isVariable(_ name: String) -> Bool {
    guard let first = name.utf8.first, name.utf8.count <= 128 else { return false }
    return !(0x30...0x39).contains(first)
      && name.utf8.allSatisfy { $0.isAlphanumeric || $0 == UInt8(ascii: "_") }
  }

  static let nameRule = "a letter, then letters, digits, '_' and '-', 64 at most"

  /// Whether a name of a template or a parameter is one.
  static func isName(_ name: String) -> Bool {
    guard let first = name.utf8.first, name.utf8.count <= 64 else { return false }
    return first.isAlphanumeric && !(0x30...0x39).contains(first)
      && name.utf8.allSatisfy { $0.isAlphanumeric || "_-".utf8.contains($0) }
  }
}
