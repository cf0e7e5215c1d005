import CLinux
import Glibc
import NetwatchClient
import NetwatchTestSupport

/// A running `netwatch serve` with a state directory and a socket of its own.
final class ServeProcess: Sendable {
  /// The executable that was built along with the tests.
  static let netwatch = BuiltProgram.path("netwatch")

  let folder: TemporaryFolder
  let process: ChildProcess
  let client: ServiceClient

  var socket: String { folder.file("socket") }

  /// Starts it, and waits until it answers.
  ///
  /// - Parameters:
  ///   - flags: What else it is told.
  ///   - configuration: What its file says.
  ///   - folder: Where everything of it is; a new one by default.
  ///   - sandbox: The network that it sees; by default the test's own.
  /// - Throws: ``ServeEnded`` where it ends instead, ``ConditionNotMet`` where it does neither.
  init(
    _ flags: [String] = [],
    configuration: String = "{}",
    in folder: TemporaryFolder? = nil,
    seeing sandbox: NetworkSandbox? = nil
  ) async throws {
    let folder = try folder ?? TemporaryFolder()
    self.folder = folder
    try folder.write(Array(configuration.utf8), to: "netwatch.json5")
    process = try .start(Self.command(flags, in: folder, seeing: sandbox))
    client = ServiceClient(socket: folder.file("socket"))
    try await eventually(within: .seconds(20), every: .milliseconds(10)) {
      guard process.status == nil else { throw ServeEnded(stderr: process.stderr) }
      return await answers()
    }
  }

  private func answers() async -> Bool {
    guard access(socket, W_OK) == 0 else { return false }
    return (try? await client.state()) != nil
  }

  /// The command line.
  static func command(
    _ flags: [String],
    in folder: TemporaryFolder,
    seeing sandbox: NetworkSandbox? = nil
  ) -> [String] {
    let place = sandbox.map { ["ip", "netns", "exec", $0.name] } ?? []
    return place + [netwatch, "serve", "--config", folder.file("netwatch.json5")]
      + ["--state-directory", folder.path, "--socket", folder.file("socket")] + flags
  }

  /// Ends it in good order.
  func end() async throws -> ProcessStatus {
    process.terminate()
    return try await process.waitForExit()
  }
}

/// The service ended instead of serving.
struct ServeEnded: Error {
  let stderr: String
}
