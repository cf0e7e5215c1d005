import NetwatchTestSupport
import Testing

/// A running `netwatch watch --json`, and its lines as they come.
final class Watch {
  let process: ChildProcess

  /// Starts it in a namespace.
  init(
    in sandbox: NetworkSandbox,
    _ options: [String] = [],
    through wrapper: [String] = []
  ) throws {
    process = try Netwatch.start(["watch", "--json"] + options, in: sandbox, through: wrapper)
  }

  /// The next line, or a failure where none comes.
  func next(within limit: Duration = .seconds(10)) async throws -> PrintedState {
    let line = try await process.nextLine(within: limit)
    return try PrintedState(try #require(line, "the command ended: \(process.stderr)"))
  }

  /// Ends it, and returns the lines that nobody has read.
  func end() async throws -> [PrintedState] {
    process.terminate()
    try #expect(await process.waitForExit() == .success)
    var rest: [PrintedState] = []
    while let line = try await process.nextLine() { rest.append(try PrintedState(line)) }
    return rest
  }

  /// Waits until it has woken after something was done, so that it must have noticed.
  func wakes(after action: () throws -> Void) async throws {
    let proc = Proc(process.pid)
    let before = try proc.voluntaryContextSwitches
    try action()
    try await eventually(within: .seconds(10)) { try proc.voluntaryContextSwitches > before }
  }
}
