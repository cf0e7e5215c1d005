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

  @Test func `the manual page says which keys take effect when the file is read again`() throws {
    let text = try ExampleFile.read(Self.path)
    let start = try #require(text.firstRange(of: "reads the file again.")).upperBound
    let end = try #require(text.firstRange(of: "take effect then")).lowerBound
    let names = text[start..<end].split(separator: "\n").filter { $0.hasPrefix(".Ic ") }
      .flatMap { $0.dropFirst(4).split(separator: " ") }.filter { $0 != "," }
    let exceptions = names.filter { $0.contains(".") }
    for key in ConfigurationKey.table {
      let isNamed = names.contains { key.path == $0 || key.path.hasPrefix("\($0).") }
      let isExcepted = exceptions.contains { key.path == $0 }
      #expect(key.isReloadable == (isNamed && !isExcepted), "\(key.path)")
    }
  }

  private static let path = "Sources/NetwatchCommand/Resources/man/netwatch.json5.5"

  /// What stands behind the mark of an entry, those of a template's own keys aside.
  private static func entries() throws -> [Substring] {
    try ExampleFile.read(path)
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
