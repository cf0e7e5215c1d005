import NetwatchService
import Testing

@Suite struct ManualTests {
  @Test func `the manual page has an entry for every key with its flag, in order, and no other`()
    throws
  {
    let entries = try Self.entries().map { $0.prefix { $0 != "\n" } }
    #expect(entries == ConfigurationKey.table.map { "\($0.path) Pq Fl -\($0.flag)" })
  }

  @Test func `the manual page has the defaults that the help has`() throws {
    for (key, entry) in zip(ConfigurationKey.table, try Self.entries()) {
      guard let text = Self.defaultText(of: key) else { continue }
      #expect(entry.contains(text), "\(key.path) is \(text) by default")
    }
  }

  /// What stands behind the mark of an entry, those of a template's own keys aside.
  private static func entries() throws -> [Substring] {
    try ExampleFile.read("Sources/NetwatchCommand/Resources/man/netwatch.json5.5")
      .split(separator: ".It Ic ").filter { $0.prefix { $0 != "\n" }.contains(" Pq ") }
  }

  /// What stands in parentheses at the end of the help, up to a semicolon, where it is a value and not
  /// words such as "none".
  private static func defaultText(of key: ConfigurationKey) -> Substring? {
    guard let start = key.meaning.lastIndex(of: "(") else { return nil }
    let text = key.meaning[start...].dropFirst().prefix { $0 != ")" && $0 != ";" }
    let isValue =
      text.first.map("/0123456789".contains) == true || text == "true" || text == "false"
    return isValue ? text : nil
  }
}
