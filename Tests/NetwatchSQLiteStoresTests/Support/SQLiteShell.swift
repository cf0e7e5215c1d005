import NetwatchTestSupport

/// The program sqlite3, as anybody's way to a file.
enum SQLiteShell {
  /// Runs statements, and stops at the first that fails.
  static func run(_ sql: String, on path: String) throws -> ProcessOutput {
    try ChildProcess.run(command(path), input: sql + "\n")
  }

  /// Runs statements that have to succeed, and returns what they print.
  @discardableResult
  static func check(_ sql: String, on path: String) throws -> String {
    try ChildProcess.check(command(path), input: sql + "\n")
      .split(separator: "\n").joined(separator: "\n")
  }

  private static func command(_ path: String) -> [String] {
    ["sqlite3", "-bail", "-cmd", ".timeout 5000", path]
  }

  /// Begins a transaction that writes, and says so; it ends with the program's input.
  static func hold(_ path: String) async throws -> ChildProcess {
    let shell = try ChildProcess.start(["sqlite3", path], input: .written)
    try shell.write("BEGIN IMMEDIATE;\nSELECT 'held';\n")
    _ = try await shell.nextLine()
    return shell
  }
}
