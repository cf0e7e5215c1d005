import NetwatchTestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct ChildProcessTests {
  @Test func `a program's status and both its outputs are returned`() throws {
    let output = try ChildProcess.run(["sh", "-c", "echo out; echo err >&2; exit 3"])
    #expect(output.status == .exited(3))
    #expect(output.stdout == "out\n")
    #expect(output.stderr == "err\n")
  }

  @Test func `an input larger than a pipe comes back whole`() throws {
    let text = String(repeating: "0123456789abcde\n", count: 20_000)
    #expect(try ChildProcess.run(["cat"], input: text).stdout == text)
  }

  @Test func `a program that ignores its input does no harm`() throws {
    let text = String(repeating: "x", count: 1_000_000)
    #expect(try ChildProcess.run(["true"], input: text).status == .success)
  }

  @Test func `a program that takes too long is killed`() throws {
    let start = ContinuousClock.now
    #expect(throws: TimeLimitExceeded.self) {
      try ChildProcess.run(["sleep", "30"], limit: .milliseconds(50))
    }
    #expect(ContinuousClock.now - start < .seconds(10))
  }

  @Test func `a program that does not exist is an error that names it`() {
    let error = #expect(throws: SystemCallFailure.self) {
      try ChildProcess.run(["/no/such/program"])
    }
    #expect(error?.description.contains("/no/such/program") == true)
  }

  @Test func `a checked command reports its standard error`() {
    let error = #expect(throws: CommandFailure.self) {
      try ChildProcess.check(["sh", "-c", "echo broken >&2; exit 1"])
    }
    #expect(error?.stderr == "broken\n")
  }

  @Test func `a program has the environment it was given`() async throws {
    let child = try ChildProcess.start(["/usr/bin/env"], environment: ["ONLY": "this"])
    try await child.waitForExit()
    #expect(child.stdout == "ONLY=this\n")
  }

  @Test func `a program inherits no descriptor`() throws {
    let listing = try ChildProcess.run(["ls", "/proc/self/fd"]).stdout
    // The fourth is the folder that `ls` itself lists.
    #expect(listing == "0\n1\n2\n3\n")
  }

  @Test func `lines arrive one by one, and then the end`() async throws {
    let child = try ChildProcess.start(["sh", "-c", "echo one; echo two; printf three"])
    #expect(try await child.nextLine() == "one")
    #expect(try await child.nextLine() == "two")
    #expect(try await child.nextLine() == "three")
    #expect(try await child.nextLine() == nil)
    #expect(child.stdout == "one\ntwo\nthree")
  }

  @Test func `a conversation goes both ways`() async throws {
    let child = try ChildProcess.start(["cat"], input: .written)
    try child.write("hello\n")
    #expect(try await child.nextLine() == "hello")
    child.closeInput()
    #expect(try await child.waitForExit() == .success)
  }

  @Test func `a line that does not come is an error`() async throws {
    let child = try ChildProcess.start(["sleep", "30"])
    await #expect(throws: TimeLimitExceeded.self) {
      try await child.nextLine(within: .milliseconds(20))
    }
  }

  @Test func `a terminated program tells of the signal`() async throws {
    let child = try ChildProcess.start(["sleep", "30"])
    child.terminate()
    #expect(try await child.waitForExit() == .signalled(15))
    #expect(!child.signal(15))
  }

  @Test func `a program ends with its owner`() throws {
    var child: ChildProcess? = try ChildProcess.start(["sleep", "30"])
    let pid = try #require(child?.pid)
    #expect(throws: Never.self) { try Proc(pid).threadCount }
    child = nil
    #expect(throws: SystemCallFailure.self) { try Proc(pid).threadCount }
  }
}
