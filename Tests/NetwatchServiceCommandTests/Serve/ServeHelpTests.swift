import NetwatchService
import Testing

@testable import NetwatchServiceCommand

@Suite struct ServeHelpTests {
  @Test func `the keys of the configuration stand under a heading of their own`() throws {
    let lines = ServeHelp.text.split(separator: "\n", omittingEmptySubsequences: false)
    let blocks = lines.split(separator: "").map { Array($0) }
    #expect(blocks[1].first == "Options:")
    #expect(spellings(blocks[1]) == ["--config", "--check-config", "--help", "--version"])
    #expect(blocks[2].first?.contains("in the configuration too") == true)
    #expect(spellings(blocks[2]) == ConfigurationKey.table.map { "--\($0.flag)" })
    for line in lines { #expect(line.count <= 100, "\(line)") }
  }

  /// The options of a block of the help.
  private func spellings(_ block: [Substring]) -> [String] {
    block.dropFirst().compactMap { line in
      line.split(separator: " ").first { $0.hasPrefix("--") }.map(String.init)
    }
  }
}
