import NetwatchTestSupport
import Testing

/// `netwatch serve --check-config`: says whether the service would take its configuration, and starts
/// nothing.
@Suite(.timeLimit(.minutes(1)))
struct CheckConfigTests {
  @Test func `a good file`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(Array("{ probeInterval: \"1m\" }".utf8), to: "good.json5")
    let output = try ChildProcess.run(
      [ServeProcess.netwatch, "serve", "--check-config", "--config", file]
    )
    #expect(output.status == .success)
    #expect(output.stdout == "\(file) is valid\n" && output.stderr.isEmpty)
    #expect(try folder.names == ["good.json5"])
  }

  @Test func `a group that there is not is named, before the service is started without it`() throws
  {
    let folder = try TemporaryFolder()
    let file = try folder.write(Array("{ listen: { group: \"no-such\" } }".utf8), to: "group.json5")
    let output = try ChildProcess.run(
      [ServeProcess.netwatch, "serve", "--check-config", "--config", file]
    )
    #expect(output.status == .exited(2) && output.stdout.isEmpty)
    #expect(output.stderr == "netwatch: listen.group: there is no group no-such\n")
  }

  @Test func `a bad file is named with line, key and what was expected`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(Array("{\n  probeInterval: \"soon\"\n}".utf8), to: "bad.json5")
    let output = try ChildProcess.run(
      [ServeProcess.netwatch, "serve", "--check-config", "--config", file]
    )
    #expect(output.status == .exited(2) && output.stdout.isEmpty)
    #expect(output.stderr.hasPrefix("netwatch: \(file):2: probeInterval: "), "\(output.stderr)")
  }
}
