import Glibc
import NetwatchClient
import NetwatchTestSupport
import Testing

/// What is in the way of a service is said in one line that names it, with the status for whose fault
/// it is.
@Suite(.timeLimit(.minutes(1)))
struct BadStartTests {
  @Test(arguments: [
    ("{ socket: 1 }", ":1: socket: ", 2),
    ("{\n  listen: { mode: 660 },\n}", ":2: listen.mode: ", 2),
    ("{ probes: [\"http://\"] }", "probes", 2),
    ("{ listen: { tcpPort: 1 } }", "listen.tokenFile", 2),
    ("{ listen: { group: \"no-such-group\" } }", "no-such-group", 2),
    ("{", ":1: ", 2),
  ])
  func `a bad configuration`(_ text: String, _ place: String, _ status: Int32) throws {
    let folder = try TemporaryFolder()
    try folder.write(Array(text.utf8), to: "netwatch.json5")
    let output = try run(in: folder)
    #expect(output.status == .exited(status))
    #expect(output.stderr.contains(place))
    #expect(isOneLine(output.stderr), "\(output.stderr)")
  }

  @Test func `a configuration that is not there`() throws {
    let output = try run(in: try TemporaryFolder())
    #expect(output.status == .exited(2))
    #expect(output.stderr.contains("netwatch.json5: No such file"))
    #expect(isOneLine(output.stderr))
  }

  @Test func `a state directory in a folder that is not there`() throws {
    let folder = try folderWithConfiguration()
    let output = try run(in: folder, "--state-directory", folder.file("a/b"))
    #expect(output.status == .exited(3))
    #expect(output.stderr.contains("the state directory \(folder.file("a/b"))"))
    #expect(isOneLine(output.stderr))
  }

  @Test func `a state directory that is a file`() throws {
    let folder = try folderWithConfiguration()
    let output = try run(in: folder, "--state-directory", folder.file("netwatch.json5"))
    #expect(output.status == .exited(3))
    #expect(output.stderr.contains("Not a directory"))
  }

  @Test func `a state directory that another service has`() async throws {
    let service = try await ServeProcess()
    let output = try run(in: service.folder, "--socket", service.folder.file("other"))
    #expect(output.status == .exited(3))
    #expect(output.stderr.contains("another netwatch service is running on"))
    #expect(isOneLine(output.stderr))
    #expect(try await service.end() == .success)
  }

  @Test func `a socket that another service listens on`() async throws {
    let service = try await ServeProcess()
    let folder = try folderWithConfiguration()
    let output = try run(in: folder, "--socket", service.socket)
    #expect(output.status == .exited(3))
    #expect(output.stderr.contains(service.socket))
    #expect(isOneLine(output.stderr))
    // It still answers.
    _ = try await service.client.state()
  }

  @Test func `a socket file that a killed service left is replaced`() async throws {
    let folder = try TemporaryFolder()
    let first = try await ServeProcess(in: folder)
    first.process.signal(SIGKILL)
    try await first.process.waitForExit()
    #expect(access(first.socket, F_OK) == 0)
    let second = try await ServeProcess(in: folder)
    #expect(try await second.end() == .success)
    #expect(access(second.socket, F_OK) != 0)
  }

  @Test func `a database that another program holds`() async throws {
    let folder = try folderWithConfiguration()
    let service = try await ServeProcess(in: folder)
    #expect(try await service.end() == .success)
    let holder = try ChildProcess.start(["sqlite3", folder.file("netwatch.db")], input: .written)
    try holder.write("PRAGMA locking_mode=EXCLUSIVE; BEGIN EXCLUSIVE; SELECT 'held';\n")
    #expect(try await holder.nextLine() == "exclusive")
    #expect(try await holder.nextLine() == "held")
    let output = try await awaitThread { try run(in: folder) }
    #expect(output.status == .exited(3))
    #expect(output.stderr.contains("netwatch.db"))
    #expect(isOneLine(output.stderr))
    holder.closeInput()
    try await holder.waitForExit()
  }

  @Test func `a file that is no database`() throws {
    let folder = try folderWithConfiguration()
    try folder.write(Array(repeating: 65, count: 8_192), to: "netwatch.db")
    let output = try run(in: folder)
    #expect(output.status == .exited(3))
    #expect(output.stderr.contains("netwatch.db"))
    #expect(isOneLine(output.stderr))
  }

  @Test(arguments: [
    (["--no-such-flag"], "--no-such-flag"), (["operand"], "operand"),
    (["--interval", "never"], "--interval"), (["--socket-mode", "0666"], "--socket-mode"),
  ])
  func `wrong flags`(_ flags: [String], _ named: String) throws {
    let output = try ChildProcess.run([ServeProcess.netwatch, "serve"] + flags)
    #expect(output.status == .exited(2))
    #expect(output.stderr.contains(named))
  }

  private func folderWithConfiguration() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write(Array("{}".utf8), to: "netwatch.json5")
    return folder
  }

  private func run(in folder: TemporaryFolder, _ flags: String...) throws -> ProcessOutput {
    try ChildProcess.run(ServeProcess.command(flags, in: folder), limit: .seconds(30))
  }

  private func isOneLine(_ text: String) -> Bool {
    text.hasSuffix("\n") && text.split(separator: "\n", omittingEmptySubsequences: false).count == 2
  }
}
