import FoundationEssentials
import NetwatchTestSupport

/// A file with a line for each attempt at a command.
final class Tally: Sendable {
  private let folder: TemporaryFolder

  /// The file.
  let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = try folder.write("", to: "tally")
  }

  /// How many attempts there were.
  var count: Int {
    get throws { try String(contentsOfFile: path, encoding: .utf8).count { $0 == "\n" } }
  }

  /// A shell command that counts itself, and then runs a script that finds the number in `$n`.
  func counting(_ script: String) -> [String] {
    ["sh", "-c", "echo >> \(path); n=$(wc -l < \(path)); \(script)"]
  }
}
