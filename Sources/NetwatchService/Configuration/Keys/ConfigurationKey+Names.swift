extension ConfigurationKey {
  /// The keys whose changes take effect when the configuration is read again.
  package static var reloadable: [ConfigurationKey] { table.filter(\.isReloadable) }

  private static let byPath = Dictionary(
    table.map { ($0.path, $0) },
    uniquingKeysWith: { first, _ in first }
  )

  private static let groups = Set(table.flatMap { ancestors(of: $0.path) })

  private static func ancestors(of path: String) -> [String] {
    path.indices.filter { path[$0] == "." }.map { String(path[..<$0]) }
  }

  /// The key at a path.
  static func named(_ path: String) -> ConfigurationKey? { byPath[path] }

  /// Whether a path is that of an object that holds keys.
  static func isGroup(_ path: String) -> Bool { groups.contains(path) }

  /// A complaint that there is no such member in the object at a path; it names the nearest key there,
  /// or one of the same name elsewhere.
  static func unknown(
    _ node: ConfigurationNode,
    _ name: String,
    under parent: String
  ) -> ConfigurationError {
    let paths = table.map(\.path) + groups.sorted()
    let siblings = paths.filter { self.parent(of: $0) == parent }
    if let nearest = NearestName.find(name, among: siblings.map(lastWord)) {
      return node.unknown(meaning: ConfigurationText.path(parent, nearest))
    }
    let elsewhere = NearestName.find(name, among: paths.map(lastWord))
    return node.unknown(meaning: paths.first { lastWord($0) == elsewhere })
  }

  private static func lastWord(_ path: String) -> String {
    path.split(separator: ".").last.map(String.init) ?? ""
  }

  private static func parent(of path: String) -> String {
    ancestors(of: path).last ?? ""
  }
}
