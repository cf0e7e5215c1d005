import NetwatchTestSupport
import Testing

/// `run` on a terminal, whose keys reach it and the command alike.
@Suite(.enabled(if: NetworkSandbox.isAvailable), .timeLimit(.minutes(1))) struct RunTerminalTests {
  /// Runs a command line as the foreground job of a new terminal, and a script beside it, which finds
  /// the terminal's master in `master`, the job in `job`, and what it has written in `read()`.
  private static func onTerminal(
    _ arguments: [String],
    _ script: String,
    in sandbox: NetworkSandbox
  ) throws -> ProcessOutput {
    let frame = """
      import os, pty, signal, sys, time
      session, master = pty.fork()
      if session == 0:
          signal.signal(signal.SIGTTOU, signal.SIG_IGN)
          job = os.fork()
          if job == 0:
              os.setpgid(0, 0)
              os.tcsetpgrp(0, os.getpid())
              signal.signal(signal.SIGTTOU, signal.SIG_DFL)
              os.execvp(sys.argv[1], sys.argv[1:])
          while True:
              _, status = os.waitpid(job, os.WUNTRACED)
              if not os.WIFSTOPPED(status): break
              print("stopped", flush=True)
              time.sleep(0.2)
              os.killpg(job, signal.SIGCONT)
          print("status", os.waitstatus_to_exitcode(status), flush=True)
          os._exit(0)
      text = b""
      def wait(word):
          global text
          while word.encode() not in text: text += os.read(master, 4096)
      def press(key): os.write(master, key)
      \(script)
      try:
          while True: text += os.read(master, 4096)
      except OSError: pass  # All have closed the terminal.
      sys.stdout.buffer.write(text)
      """
    return try sandbox.exec(["python3", "-c", frame, Netwatch.path, "run"] + arguments)
  }

  private static let listener = """
    import signal, time
    count = 0
    def tell(number, frame):
        global count
        count += 1
    signal.signal(2, tell)
    print("ready", flush=True)
    while count == 0: time.sleep(0.01)
    time.sleep(0.3)
    print("interrupts:", count, flush=True)
    raise SystemExit(4)
    """

  @Test func `Ctrl-C reaches the command once, and ends the attempts`() throws {
    let sandbox = try NetworkSandbox.base()
    let output = try Self.onTerminal(
      ["--base", "0", "--", "python3", "-c", Self.listener],
      "wait('ready'); press(b'\\x03')",
      in: sandbox
    )
    #expect(output.stdout.contains("interrupts: 1"))
    #expect(output.stdout.contains("status 4"))
  }

  @Test func `Ctrl-C reaches a command in a process group of its own`() throws {
    let sandbox = try NetworkSandbox.base()
    let output = try Self.onTerminal(
      ["--", "setsid", "--wait", "sleep", "60"],
      "time.sleep(0.5); press(b'\\x03')",
      in: sandbox
    )
    #expect(output.stdout.contains("status 130"))
  }

  @Test func `Ctrl-Z stops both, and both go on`() throws {
    let sandbox = try NetworkSandbox.base()
    let output = try Self.onTerminal(
      ["--max-attempts", "1", "--", "sh", "-c", "echo ready; read word; echo got $word; exit 6"],
      "wait('ready'); press(b'\\x1a'); wait('stopped'); time.sleep(0.4); press(b'here\\n')",
      in: sandbox
    )
    #expect(output.stdout.contains("stopped") && output.stdout.contains("got here"))
    #expect(output.stdout.contains("status 6"))
  }
}
