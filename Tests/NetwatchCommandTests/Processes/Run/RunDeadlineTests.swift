import NetwatchTestSupport
import Testing

/// The limit of all attempts together.
@Suite(.enabled(if: NetworkSandbox.isAvailable), .timeLimit(.minutes(1)))
struct RunDeadlineTests {
  private func run(
    _ options: [String] = [],
    _ command: [String],
    in sandbox: NetworkSandbox? = nil
  ) throws -> ProcessOutput {
    let sandbox = try sandbox ?? .base()
    let start = ContinuousClock.now
    let options = ["run", "--deadline", "300ms"] + options
    let output = try Netwatch.run(options + ["--"] + command, in: sandbox)
    #expect(start.duration(to: .now) >= .milliseconds(300))
    return output
  }

  @Test(arguments: [
    "exec sleep 60", "trap 'exit 0' TERM; sleep 10 & wait", "kill -STOP $$; sleep 10",
    "trap 'exit 5' TERM; kill -STOP $$; sleep 10",
  ])
  func `the command is asked to end, however it then ends`(script: String) throws {
    let output = try run([], ["sh", "-c", script])
    #expect(output.status == .exited(124))
    #expect(output.stderr == "netwatch: the deadline of 300ms has passed; ending the command\n")
  }

  @Test func `a command that does not end is killed`() throws {
    let sandbox = try NetworkSandbox.base()
    // Who ignores a signal hands that on.
    let output = try Netwatch.shell(
      #"trap '' TERM; exec "$@""#,
      ["run", "--deadline", "300ms", "--json", "--", "sleep", "60"],
      in: sandbox
    )
    #expect(output.status == .exited(124))
    let ended = try #require(try output.events.first { $0.event == "attemptEnded" })
    #expect(ended.signal == 9 && ended.duration ?? 0 >= 5_000)
  }

  @Test func `a delay ends with it`() throws {
    let output = try run(["--base", "365d", "--max-delay", "365d"], ["false"])
    #expect(output.status == .exited(124))
    #expect(output.complaints.last == "netwatch: the deadline of 300ms has passed")
  }

  @Test(arguments: [[], ["--when-connected"]])
  func `a wait for connectivity ends with it`(options: [String]) throws {
    let output = try run(options + ["--json"], ["false"], in: NetworkSandbox())
    #expect(output.status == .exited(124))
    let names = try output.events.map(\.event)
    #expect(names.suffix(3) == ["waiting", "deadlinePassed", "gaveUp"])
    #expect(names.contains("attemptStarted") == options.isEmpty)
  }

  @Test func `what ends before is not touched`() throws {
    let sandbox = try NetworkSandbox.base()
    let output = try Netwatch.run(["run", "--deadline", "1h", "--", "true"], in: sandbox)
    #expect(output.status == .success && output.stderr == "")
  }
}
