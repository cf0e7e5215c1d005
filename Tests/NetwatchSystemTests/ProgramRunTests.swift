import CLinux
import Glibc
import NetwatchSystem
import NetwatchTestSupport
import Testing

/// Programs that are run by themselves: real ones.
@Suite(.timeLimit(.minutes(1)))
struct ProgramRunTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// A shell that runs a script; the shell is the program here, and stands for any.
  private func shell(_ script: String, timeout: Duration = .seconds(20)) -> ProgramCall {
    var call = ProgramCall(path: "/bin/sh", timeout: timeout)
    call.arguments = ["-c", script]
    call.folder = folder.path
    call.environment = ["PATH": "/usr/bin:/bin"]
    return call
  }

  private func output(of call: ProgramCall) async throws -> String {
    String(decoding: try await ProgramRun.run(call).output, as: UTF8.self)
  }

  @Test func `arguments arrive as they are`() async throws {
    var call = ProgramCall(path: "/usr/bin/printf", timeout: .seconds(20))
    call.arguments = ["<%s>", "a b", "", "$HOME;'\"\n", "*", "\u{E4}"]
    #expect(try await output(of: call) == "<a b><><$HOME;'\"\n><*><\u{E4}>")
  }

  @Test func `nothing of this process goes along`() async throws {
    setenv("NETWATCH_TEST_LEAK", "leak", 1)
    defer { unsetenv("NETWATCH_TEST_LEAK") }
    // One that is not closed by itself when a program is started.
    let leak = open("/dev/null", O_RDONLY)
    defer { close(leak) }
    var call = shell("")
    call.environment = ["A": "1"]
    call.path = "/usr/bin/env"
    call.arguments = []
    #expect(try await output(of: call) == "A=1\n")
    // The fourth is that of the listing itself.
    call.path = "/bin/ls"
    call.arguments = ["-l", "/proc/self/fd"]
    let listed = try await output(of: call)
    let links = listed.split(separator: "\n").compactMap { line in
      line.split(separator: " -> ").count == 2 ? line.split(separator: " ").suffix(3) : nil
    }
    #expect(links.compactMap(\.first) == ["0", "1", "2", "3"])
    #expect(links.first?.last == "/dev/null")
    #expect(links.last?.last?.hasPrefix("/proc/") == true)
  }

  @Test func `it runs in its folder, and leads a session and a group`() async throws {
    #expect(try await output(of: shell("pwd")) == folder.path + "\n")
    let call = shell("cut -d' ' -f1,5,6 /proc/$$/stat; :")
    let numbers = try await output(of: call).split { " \n".contains($0) }
    #expect(numbers.count == 3)
    #expect(Set(numbers).count == 1)
  }

  @Test func `no signal is blocked or ignored in it`() async throws {
    var former = sigaction()
    var ignoring = sigaction()
    ignoring.__sigaction_handler.sa_handler = SIG_IGN
    sigaction(SIGUSR2, &ignoring, &former)
    defer { sigaction(SIGUSR2, &former, nil) }
    var call = ProgramCall(path: "/bin/grep", timeout: .seconds(20))
    call.arguments = ["-E", "^Sig(Blk|Ign):", "/proc/self/status"]
    let words = try await output(of: call).split { "\t\n".contains($0) }
    let sets = words.compactMap { UInt64($0, radix: 16) }
    // glibc has the two signals ignored that it uses for itself, 32 and 33, until the program begins.
    #expect(sets.map { $0 & ~0x1_8000_0000 } == [0, 0])
  }

  @Test func `of the output the end is kept, of both streams`() async throws {
    var call = shell("seq 1 100000; echo error >&2")
    call.outputLimit = 20
    #expect(try await output(of: call) == "\n99999\n100000\nerror\n")
  }

  @Test(
    "It is told how the program ended",
    arguments: [
      ("exit 0", ProgramEnd.exited(0)), ("exit 75", .exited(75)), ("kill -9 $$", .signalled(9)),
    ]
  )
  func end(script: String, end: ProgramEnd) async throws {
    let outcome = try await ProgramRun.run(shell(script))
    #expect(outcome.end == end)
    #expect(!outcome.isTimedOut)
  }

  @Test func `what does not start says why`() async throws {
    var call = shell("")
    call.path = folder.file("missing")
    let missing = await #expect(throws: ProgramCallError.self) { try await ProgramRun.run(call) }
    #expect(missing?.description == "cannot run '\(call.path)': no such file or directory")
    call.path = try folder.write("text", to: "text")
    let text = await #expect(throws: ProgramCallError.self) { try await ProgramRun.run(call) }
    #expect(text?.code == EACCES)
    call = shell("")
    call.folder = folder.file("nowhere")
    let nowhere = await #expect(throws: ProgramCallError.self) { try await ProgramRun.run(call) }
    #expect(nowhere?.description.contains(" in '\(call.folder)'") == true)
  }

  @Test func `the time is over for all of its group, and ends those that do not listen`()
    async throws
  {
    var call = shell(
      "trap '' TERM; (trap '' TERM; sleep 1000 & echo $! >grandchild; wait) & echo ready; wait; wait",
      timeout: .milliseconds(300)
    )
    call.grace = .milliseconds(200)
    let start = ContinuousClock.now
    let outcome = try await ProgramRun.run(call)
    #expect(outcome.isTimedOut)
    #expect(outcome.end == .signalled(SIGKILL))
    #expect(ContinuousClock.now - start >= .milliseconds(500))
    #expect(try await isGone("grandchild"))
  }

  @Test func `a program that is asked to end may say how`() async throws {
    var call = shell("trap 'echo bye; exit 3' TERM; while :; do sleep 0.01; done")
    call.timeout = .milliseconds(300)
    let outcome = try await ProgramRun.run(call)
    #expect(outcome.end == .exited(3))
    #expect(outcome.isTimedOut)
    #expect(String(decoding: outcome.output, as: UTF8.self).hasSuffix("bye\n"))
  }

  @Test func `one that is stopped is ended too`() async throws {
    let outcome = try await ProgramRun.run(shell("kill -STOP $$", timeout: .milliseconds(200)))
    #expect(outcome.end == .signalled(SIGTERM))
  }

  @Test func `what it leaves behind ends with it, and is not waited for`() async throws {
    let start = ContinuousClock.now
    let outcome = try await ProgramRun.run(shell("sleep 1000 & echo $! >left; exit 0"))
    #expect(outcome.end == .exited(0))
    #expect(ContinuousClock.now - start < .seconds(10))
    #expect(try await isGone("left"))
  }

  @Test func `it ends when its task is cancelled, and nothing is left`() async throws {
    let call = shell("sleep 1000 & echo $! >child; echo $$ >leader; wait")
    let task = Task { try await ProgramRun.run(call) }
    try await eventually(within: .seconds(10)) { (try? folder.read("leader"))?.isEmpty == false }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try await isGone("child"))
    #expect(try await isGone("leader"))
  }

  @Test func `runs leave no descriptor, thread or child behind`() async throws {
    _ = try await ProgramRun.run(shell("exit 0"))
    // A server that other suites share may be among the children.
    let (descriptors, children) = (try Proc.current.openDescriptors, try Proc.current.children)
    for _ in 0..<20 { _ = try await ProgramRun.run(shell("exit 0")) }
    var call = shell("")
    call.path = "/missing"
    for _ in 0..<20 { _ = try? await ProgramRun.run(call) }
    // The thread of a run lets go of its signal after it has told how the run went.
    try await eventually(within: .seconds(10)) {
      try Proc.current.openDescriptors <= descriptors
    }
    #expect(try Proc.current.children.isSubset(of: children))
  }

  /// Whether the process that a file names is gone, or about to be taken out by whoever adopted it.
  private func isGone(_ file: String) async throws -> Bool {
    let text = String(decoding: try folder.read(file), as: UTF8.self)
    let pid = try #require(Int32(text.filter(\.isNumber)))
    let end = try await firstValue(within: .seconds(5)) { () -> Bool? in
      // A zombie is whoever's who adopted it.
      [nil, "Z"].contains(Proc(pid).state) ? true : nil
    }
    return end ?? false
  }
}
