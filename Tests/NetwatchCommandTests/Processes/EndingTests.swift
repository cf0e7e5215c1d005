import CLinux
import Glibc
import NetwatchTestSupport
import Testing

/// How `watch` ends.
@Suite(.enabled(if: NetworkSandbox.isAvailable), .timeLimit(.minutes(1))) struct EndingTests {
  @Test(arguments: [SIGINT, SIGTERM])
  func `a signal ends it after the last line`(signal: Int32) async throws {
    let sandbox = try NetworkSandbox.base()
    let process = try Netwatch.start(["watch"], in: sandbox)
    try #expect(await process.nextLine() != nil)
    process.signal(signal)
    try #expect(await process.waitForExit() == .success)
    #expect(process.stdout.hasSuffix("\n") && process.stderr == "")
  }

  @Test func `an interrupt that is ignored stays ignored, as for a job in the background`()
    async throws
  {
    let sandbox = try NetworkSandbox.base()
    let process = try Netwatch.start(
      ["watch", "--loss-delay", "0"],
      in: sandbox,
      through: ["sh", "-c", #"trap '' INT; exec "$@""#, "sh"]
    )
    try #expect(await process.nextLine() != nil)
    process.signal(SIGINT)
    try sandbox.ip("route del default")
    try #expect(await process.nextLine()?.contains("unavailable") == true)
    process.signal(SIGTERM)
    try #expect(await process.waitForExit() == .success)
  }

  @Test(arguments: ["head -n 1", "exec <&-; sleep 0.2"])
  func `a reader who leaves ends it quietly, without another line`(reader: String) throws {
    let sandbox = try NetworkSandbox.base()
    let output = try Netwatch.shell(
      #""$@" | { \#(reader); }; exit ${PIPESTATUS[0]}"#,
      ["watch"],
      in: sandbox
    )
    #expect(output.status == .success && output.stderr == "")
  }

  @Test func `it ends while nobody reads a full pipe`() async throws {
    let sandbox = try NetworkSandbox.base()
    let full = """
      import os, sys
      reader, writer = os.pipe()
      os.set_blocking(writer, False)
      try:
          while True: os.write(writer, b"x" * 512)
      except BlockingIOError: pass
      os.set_blocking(writer, True)
      os.set_inheritable(reader, True)
      print("full", flush=True)
      os.dup2(writer, 1)
      os.execvp(sys.argv[1], sys.argv[1:])
      """
    let process = try Netwatch.start(["watch"], in: sandbox, through: ["python3", "-c", full])
    try #expect(await process.nextLine() == "full")
    // More than one thread: it is netwatch, and it has begun.
    try await eventually(within: .seconds(10)) { try Proc(process.pid).threadCount > 1 }
    process.terminate()
    try #expect(await process.waitForExit() == .success)
    #expect(process.stderr == "")
  }

  @Test func `it ends after so many lines`() async throws {
    let sandbox = try NetworkSandbox.base()
    let process = try Netwatch.start(["watch", "--count", "2"], in: sandbox)
    try #expect(await process.nextLine() != nil)
    try sandbox.ip("route del default")
    try #expect(await process.waitForExit() == .success)
    #expect(process.stdout.split(separator: "\n").count == 2)
  }

  @Test func `it ends after a time`() throws {
    let sandbox = try NetworkSandbox.base()
    let start = ContinuousClock.now
    let output = try Netwatch.run(["watch", "--for-duration", "300ms"], in: sandbox)
    #expect(output.status == .success && output.lines.count == 1)
    #expect(start.duration(to: .now) >= .milliseconds(300))
  }

  @Test(arguments: ["watch", "status", "explain"])
  func `an output that takes nothing is a failure`(command: String) throws {
    let sandbox = try NetworkSandbox.base()
    let full = try Netwatch.shell(#"exec "$@" >/dev/full"#, [command], in: sandbox)
    #expect(full.status == .exited(3))
    #expect(full.stderr == "netwatch: standard output: No space left on device\n")
    let closed = try Netwatch.shell(#"exec "$@" >&-"#, [command], in: sandbox)
    #expect(closed.status == .exited(3))
    #expect(closed.stderr == "netwatch: standard output: Bad file descriptor\n")
  }

  @Test func `it works without any of its standard descriptors`() throws {
    let sandbox = try NetworkSandbox.base()
    let output = try Netwatch.shell(#""$@" <&- >&- 2>&-; echo $?"#, ["wait"], in: sandbox)
    #expect(output.stdout == "0\n")
  }
}
