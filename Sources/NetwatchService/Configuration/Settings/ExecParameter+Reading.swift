extension ExecArgument {
  /// The arguments of a template; no two parameters have one name.
  static func list(_ node: ConfigurationNode) throws(ConfigurationError) -> [ExecArgument] {
    var result: [ExecArgument] = []
    var names: [String] = []
    for element in try node.elements("arguments", upTo: 256) {
      let argument = try ExecArgument(element)
      if case .parameter(let parameter) = argument {
        guard !names.contains(parameter.name) else {
          throw element.complaint("has the name '\(parameter.name)' of an earlier parameter")
        }
        names.append(parameter.name)
      }
      result.append(argument)
    }
    return result
  }

  private init(_ node: ConfigurationNode) throws(ConfigurationError) {
    switch node.value {
    case .text(""): self = .text("")
    case .text: self = .text(try node.text("text of one line, of at most 4096 bytes"))
    case .object: self = .parameter(try ExecParameter(node))
    default: throw node.wrong("text, or an object that describes a parameter")
    }
  }
}

extension ExecParameter {
  private static let types = ["integer", "word", "path", "choice"]
  private static let keys = ["name", "type", "minimum", "maximum", "pattern", "choices"]

  /// The keys that mean something for a type, the first two aside.
  private static let keysOfTypes = [
    "integer": ["minimum", "maximum"], "word": ["pattern"], "path": ["pattern"],
    "choice": ["choices"],
  ]

  fileprivate init(_ node: ConfigurationNode) throws(ConfigurationError) {
    let record = try node.record("the keys of a parameter", Self.keys)
    guard let name = record["name"], let type = record["type"] else {
      throw node.complaint("is no whole parameter; expected a name and a type")
    }
    self.init(name: try Self.name(name), kind: .choice([]))
    let typeName = try type.choice(Self.types.map { ($0, $0) })
    for key in Self.keys.dropFirst(2) where Self.keysOfTypes[typeName]?.contains(key) == false {
      if let other = record[key] {
        throw other.complaint("means nothing for the type \(typeName)")
      }
    }
    kind = try Self.kind(typeName, record, node)
  }

  private static func name(_ node: ConfigurationNode) throws(ConfigurationError) -> String {
    let name = try node.text(ExecTemplate.nameRule)
    guard ExecTemplate.isName(name) else { throw node.wrong(ExecTemplate.nameRule) }
    return name
  }

  private static func kind(
    _ type: String,
    _ record: [String: ConfigurationNode],
    _ node: ConfigurationNode
  ) throws(ConfigurationError) -> Kind {
    switch type {
    case "integer": return .integer(try range(record))
    case "word": return .word(pattern: try pattern(record))
    case "path": return .path(pattern: try pattern(record))
    default:
      guard let choices = record["choices"] else {
        throw node.complaint("has no choices; expected a list of words")
      }
      return .choice(try words(choices))
    }
  }

  private static func range(
    _ record: [String: ConfigurationNode]
  ) throws(ConfigurationError) -> ClosedRange<Int> {
    let largest = 1 << 53
    let minimum = try record["minimum"]?.wholeNumber(0...largest) ?? 0
    return minimum...(try record["maximum"]?.wholeNumber(minimum...largest) ?? largest)
  }

  private static func pattern(
    _ record: [String: ConfigurationNode]
  ) throws(ConfigurationError) -> String? {
    try record["pattern"]?.text("a pattern as of fnmatch(3), of at most 256 bytes", upTo: 256)
  }

  private static func words(_ node: ConfigurationNode) throws(ConfigurationError) -> [String] {
    var words: [String] = []
    for element in try node.elements("words", upTo: 256) {
      let expected = "a word of at most 256 bytes that does not begin with '-'"
      let word = try element.text(expected, upTo: 256)
      guard !word.beginsLikeOption else { throw element.wrong(expected) }
      try element.checkUnique(word, in: words)
      words.append(word)
    }
    guard !words.isEmpty else { throw node.complaint("is empty; expected at least one word") }
    return words
  }
}

extension String {
  /// Whether a program would take it for an option, by its first byte.
  var beginsLikeOption: Bool { utf8.first == UInt8(ascii: "-") }
}
