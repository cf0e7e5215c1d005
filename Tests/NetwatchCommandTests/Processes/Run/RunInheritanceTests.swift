import NetwatchTestSupport
import Testing

/// The signals that the command begins with: as if netwatch were not there.
@Suite(.enabled(if: NetworkSandbox.isAvailable), .timeLimit(.minutes(1)))
struct RunInheritanceTests {
  private let sandbox: NetworkSandbox

  init() throws {
    sandbox = try NetworkSandbox.base()
  }

  /// The masks of the command, started by a program that has changed its own.
  private func masks(after change: String) throws -> [String: Substring] {
    let wrapper = """
      import os, signal, sys
      \(change)
      signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
      os.execvp(sys.argv[1], sys.argv[1:])
      """
    let report = ["grep", "-E", "^Sig(Blk|Ign)", "/proc/self/status"]
    let output = try Netwatch.run(
      ["run", "--"] + report,
      in: sandbox,
      through: ["python3", "-c", wrapper]
    )
    let pairs = output.lines.map { $0.split(separator: "\t") }
    #expect(output.status == .success && pairs.count == 2)
    return Dictionary(uniqueKeysWithValues: pairs.map { (String($0[0]), $0[1].suffix(8)) })
  }

  @Test func `nothing is blocked or ignored that was not`() throws {
    let masks = try masks(after: "signal.signal(signal.SIGPIPE, signal.SIG_DFL)")
    #expect(masks["SigBlk:"] == "00000000")
    // Two of the threads library's own may be ignored; the others are none of them.
    #expect(masks["SigIgn:"].map { $0.suffix(7) } == "0000000")
  }

  @Test func `what was ignored stays ignored`() throws {
    let masks = try masks(
      after: """
        signal.signal(signal.SIGPIPE, signal.SIG_IGN)
        signal.signal(signal.SIGHUP, signal.SIG_IGN)
        """
    )
    #expect(masks["SigBlk:"] == "00000000")
    #expect(masks["SigIgn:"].map { $0.suffix(7) } == "0001001")
  }

  @Test func `what was blocked stays blocked`() throws {
    let masks = try masks(
      after: """
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGUSR1, signal.SIGALRM])
        """
    )
    #expect(masks["SigBlk:"] == "00002200")
  }

  @Test func `who ignores the end of children is told of it all the same`() throws {
    let output = try Netwatch.shell(
      #"trap '' CHLD; exec "$@""#,
      ["run", "--max-attempts", "1", "--", "sh", "-c", "exit 2"],
      in: sandbox
    )
    #expect(output.status == .exited(2))
  }
}
