import Glibc
import NetwatchTestSupport
import Testing

/// `netwatch` becomes `netwatch-service` for what is the service's.
@Suite(.timeLimit(.minutes(1))) struct ServiceProgramTests {
  /// A folder with a copy of netwatch in `bin`.
  private func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try ChildProcess.check(["mkdir", "-p", folder.file("bin"), folder.file("lib/netwatch")])
    try ChildProcess.check(["cp", BuiltProgram.path("netwatch"), folder.file("bin/netwatch")])
    return folder
  }

  private func run(_ folder: TemporaryFolder) async throws -> ProcessOutput {
    try await awaitThread { try ChildProcess.run([folder.file("bin/netwatch"), "jobs", "--help"]) }
  }

  @Test(arguments: ["bin/netwatch-service", "lib/netwatch/netwatch-service"])
  func `it is found beside netwatch, and where packages put it`(_ place: String) async throws {
    let folder = try folder()
    try ChildProcess.check(["ln", "-s", BuiltProgram.path("netwatch-service"), folder.file(place)])
    let output = try await run(folder)
    #expect(output.status == .success)
    #expect(output.stdout.hasPrefix("Usage: netwatch jobs "))
  }

  @Test func `where it is missing, both places are named`() async throws {
    let folder = try folder()
    let output = try await run(folder)
    let bin = folder.file("bin")
    #expect(output.status == .exited(3))
    #expect(
      output.complaint == """
        the service is not installed: there is no \(bin)/netwatch-service and no \
        \(bin)/../lib/netwatch/netwatch-service
        """
    )
  }

  @Test func `one that cannot be run is named`() async throws {
    let folder = try folder()
    let path = try folder.write("", to: "bin/netwatch-service")
    chmod(path, 0o644)
    let output = try await run(folder)
    #expect(output.status == .exited(3))
    #expect(output.complaint == "\(path) cannot be run: Permission denied")
  }

  @Test func `it is the same process, and its name is that by which it was called`() async throws {
    let server = try ScriptedServer(script: [.readRequest, .hang])
    let process = try ChildProcess.start([Asking.netwatch, "jobs", "--url", server.origin])
    try await eventually(within: .seconds(10)) { server.requestCount == 1 }
    let line = try ChildProcess.check(["cat", "/proc/\(process.pid)/cmdline"])
    #expect(line.hasPrefix("\(Asking.netwatch)\u{0}jobs\u{0}"))
    #expect(try ChildProcess.check(["cat", "/proc/\(process.pid)/comm"]) == "netwatch-servic\n")
    process.signal(SIGINT)
    #expect(try await process.waitForExit() == .signalled(SIGINT))
  }

  @Test(arguments: [["serv"], ["Jobs"], ["service"]])
  func `what is no command stays one that netwatch does not know`(_ line: [String]) async throws {
    let output = try await Asking.run(line)
    #expect(output.status == .exited(2))
    #expect(output.complaint == "unknown command '\(line[0])'; see 'netwatch --help'")
  }
}
