import NetwatchService
import Testing

@Suite struct ManualTests {
  @Test func `the manual page has an entry for every key with its flag, in order, and no other`()
    throws
  {
    let page = try ExampleFile.read("Sources/NetwatchCommand/Resources/man/netwatch.json5.5")
    let entries = page.split(separator: "\n").filter {
      $0.hasPrefix(".It Ic ") && $0.contains("Pq")
    }
    #expect(entries == ConfigurationKey.table.map { ".It Ic \($0.path) Pq Fl -\($0.flag)" })
  }
}
