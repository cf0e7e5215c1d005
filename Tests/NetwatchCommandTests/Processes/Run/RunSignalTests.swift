import CLinux
import Glibc
import NetwatchTestSupport
import Testing

/// What becomes of signals that reach netwatch while it runs a command, or waits to run it again.
@Suite(.enabled(if: NetworkSandbox.isAvailable), .timeLimit(.minutes(1))) struct RunSignalTests {
  private let sandbox: NetworkSandbox

  init() throws {
    sandbox = try NetworkSandbox.base()
  }

  private func start(
    _ options: [String],
    _ command: [String],
    in sandbox: NetworkSandbox? = nil
  ) throws -> ChildProcess {
    try Netwatch.start(["run"] + options + ["--"] + command, in: sandbox ?? self.sandbox)
  }

  /// A command that says its number, that it is ready, and then what it gets; it ends at the fifth
  /// argument's will.
  private static func listener(_ ending: String) -> [String] {
    let script = """
      import os, signal, sys
      def tell(number, frame):
          print(number, flush=True)
          if number not in (10, 12): \(ending)
      for number in (1, 2, 3, 10, 12, 15): signal.signal(number, tell)
      print(os.getpid(), flush=True)
      while True: signal.pause()
      """
    return ["python3", "-c", script]
  }

  @Test(arguments: [SIGHUP, SIGINT, SIGQUIT, SIGTERM])
  func `a signal that ends is passed on, and ends the attempts`(signal: Int32) async throws {
    let process = try start(["--base", "0"], ["sh", "-c", "echo ready; exec sleep 60"])
    try #expect(await process.nextLine() == "ready")
    process.signal(signal)
    try #expect(await process.waitForExit() == .exited(128 + signal))
    #expect(process.stdout == "ready\n" && process.stderr == "")
  }

  @Test(arguments: [0, 7])
  func `the status is the command's where it has one`(status: Int) async throws {
    let process = try start(["--base", "0"], Self.listener("sys.exit(\(status))"))
    try #expect(await process.nextLine() != nil)
    process.terminate()
    try #expect(await process.waitForExit() == .exited(Int32(status)))
    #expect(process.stdout.hasSuffix("\n15\n") && process.stderr == "")
  }

  @Test func `a command that does not obey is waited for, and gets what comes after`() async throws
  {
    let process = try start(["--json"], Self.listener("number == 15 and sys.exit(3)"))
    _ = try await process.nextLine()
    for signal in [SIGUSR1, SIGUSR2, SIGINT, SIGUSR1, SIGHUP, SIGTERM] {
      process.signal(signal)
      try #expect(await process.nextLine() == "\(signal)")
    }
    try #expect(await process.waitForExit() == .exited(3))
    let events = try process.stderr.split(separator: "\n").map { try PrintedRunEvent(String($0)) }
    let end = try #require(events.last)
    #expect(end.event == "gaveUp" && end.reason == "signal" && end.signal == SIGINT)
    #expect(
      events.compactMap { $0.event == "signalReceived" ? $0.signal : nil } == [
        10, 12, 2, 10, 1, 15,
      ]
    )
  }

  @Test(arguments: [SIGHUP, SIGINT, SIGQUIT, SIGTERM])
  func `a delay ends at once`(signal: Int32) async throws {
    let process = try start(["--base", "365d", "--max-delay", "365d"], ["false"])
    try await process.says("next in")
    process.signal(signal)
    try #expect(await process.waitForExit(limit: .seconds(5)) == .exited(128 + signal))
    #expect(process.stderr.split(separator: "\n").count == 1)
  }

  @Test(arguments: [[], ["--when-connected"]])
  func `a wait for connectivity ends at once`(options: [String]) async throws {
    let offline = try NetworkSandbox()
    let process = try start(options, ["false"], in: offline)
    try await process.says("waiting for connectivity: no route")
    process.terminate()
    try #expect(await process.waitForExit(limit: .seconds(5)) == .exited(143))
    try offline.delete()
  }

  @Test func `a verification that is waited for ends at once`() async throws {
    // Nobody answers: the probe is under way until its time is over.
    let options = ["--probe", "http://198.51.100.77/", "--probe-timeout", "30s", "--json"]
    let process = try start(options, ["false"])
    try await process.says("attemptEnded")
    process.terminate()
    try #expect(await process.waitForExit(limit: .seconds(5)) == .exited(143))
  }

  @Test func `signals for the command are dropped while there is none`() async throws {
    let process = try start(["--base", "365d", "--max-delay", "365d", "--verbose"], ["false"])
    try await process.says("next in")
    process.signal(SIGUSR1)
    try await process.says("signal 10")
    #expect(process.status == nil)
    process.terminate()
    try #expect(await process.waitForExit() == .exited(143))
  }

  @Test func `a signal that is ignored stays ignored`() async throws {
    let process = try Netwatch.start(
      ["run", "--", "sh", "-c", "echo ready; read a < /dev/zero; exec sleep 60"],
      in: sandbox,
      through: ["sh", "-c", #"trap '' HUP; exec "$@""#, "sh"]
    )
    try #expect(await process.nextLine() == "ready")
    process.signal(SIGHUP)
    process.terminate()
    try #expect(await process.waitForExit() == .exited(143))
  }

  @Test func `nothing is left behind`() async throws {
    let process = try start(["--base", "0"], Self.listener("os._exit(1)"))
    let pid = try #require(Int32(try await process.nextLine() ?? ""))
    #expect(kill(pid, 0) == 0)
    process.terminate()
    try #expect(await process.waitForExit() == .exited(1))
    #expect(kill(pid, 0) == -1 && errno == ESRCH)
  }

  @Test func `there is no zombie between attempts`() async throws {
    // The shell that becomes netwatch leaves it a child of its own.
    let process = try Netwatch.start(
      ["run", "--base", "365d", "--max-delay", "365d", "--", "sh", "-c", "sleep 0.1; exit 1"],
      in: sandbox,
      through: ["sh", "-c", #"true & exec "$@""#, "sh"]
    )
    try await process.says("next in")
    let children = try ChildProcess.run(["ps", "-o", "pid=", "--ppid", "\(process.pid)"])
    #expect(children.stdout == "")
    process.terminate()
    try #expect(await process.waitForExit() == .exited(143))
  }
}
