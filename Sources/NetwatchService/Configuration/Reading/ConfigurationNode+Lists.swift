extension ConfigurationNode {
  /// The elements of a list, at their places.
  ///
  /// The value of a flag is one element.
  func elements(_ noun: String, upTo limit: Int) throws(ConfigurationError) -> [ConfigurationNode] {
    if isFlag { return [self] }
    guard case .list(let nodes) = value else { throw wrong("a list of \(noun)") }
    guard nodes.count <= limit else {
      throw complaint("has \(nodes.count) elements; expected at most \(limit) \(noun)")
    }
    return nodes.enumerated().map { ConfigurationNode($1, path: "\(path)[\($0)]") }
  }

  /// The members of an object, at their places.
  func members(
    _ noun: String,
    upTo limit: Int = 1000
  ) throws(ConfigurationError) -> [(name: String, node: ConfigurationNode)] {
    guard case .object(let members) = value else { throw wrong("an object of \(noun)") }
    guard members.count <= limit else {
      throw complaint("has \(members.count) members; expected at most \(limit) \(noun)")
    }
    return members.map {
      ($0.name, ConfigurationNode($0.node, path: ConfigurationText.path(path, $0.name)))
    }
  }

  /// The members of an object whose keys are known, by name.
  func record(
    _ noun: String,
    _ keys: [String]
  ) throws(ConfigurationError) -> [String: ConfigurationNode] {
    var result: [String: ConfigurationNode] = [:]
    for (name, node) in try members(noun) {
      guard keys.contains(name) else {
        throw node.unknown(meaning: NearestName.find(name, among: keys))
      }
      result[name] = node
    }
    return result
  }

  /// A complaint that there is no such key, which names the one that may be meant.
  func unknown(meaning key: String?) -> ConfigurationError {
    let hint = key.map { "; did you mean '\($0)'?" } ?? ""
    return complaint("is no key that there is\(hint)")
  }

  /// Refuses a value that stands in the list already.
  func checkUnique<Value: Equatable>(
    _ value: Value,
    in values: [Value]
  ) throws(ConfigurationError) {
    if values.contains(value) { throw complaint("stands in the list already") }
  }
}
