import NetwatchTestSupport
import Testing

@testable import NetwatchSystemd

@Suite struct JournalSinkTests {
  private static let lines = """
    notice job began job=7 retryAfter="2 s"
    error two\\u{a}lines \\u{1b}[31m

    """

  /// In mounts of its own, where the journal is a socket of the test's, and standard error what the
  /// variable says or not; prints what the journal received, a line a field.
  private static func script(isJournal: Bool) -> String {
    """
    import os, socket, subprocess, sys
    journal = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    os.makedirs("/run/systemd/journal")
    journal.bind("/run/systemd/journal/socket")
    log = open("/run/log", "w+")
    status = os.fstat((log if \(isJournal ? "True" : "False") else journal).fileno())
    stream = f"{status.st_dev}:{status.st_ino}"
    worker = subprocess.run(["\(Service.program)", "log"], stderr=log, env={"JOURNAL_STREAM": stream})
    journal.setblocking(False)
    try:
      while True: print(ascii(journal.recv(65536)))
    except BlockingIOError: pass
    log.seek(0)
    sys.stderr.write(log.read())
    """
  }

  private func run(isJournal: Bool) async throws -> ProcessOutput {
    let mount = #"mount -t tmpfs none /run && exec python3 -c "$0""#
    let script = Self.script(isJournal: isJournal)
    return try await awaitThread {
      try ChildProcess.run(["unshare", "--mount", "sh", "-c", mount, script])
    }
  }

  @Test func `where standard error is the journal, entries go there with their fields`()
    async throws
  {
    let output = try await run(isJournal: true)
    let entries = output.stdout.split(separator: "\n")
    try #require(entries.count == 3)
    #expect(entries[0] == "true")
    for field in [
      "PRIORITY=5", "MESSAGE=job began", "NETWATCH_JOB=7", "NETWATCH_RETRY_AFTER=2 s",
      "SYSLOG_IDENTIFIER=NetwatchSystemd",
    ] { #expect(entries[1].contains(field)) }
    #expect(entries[2].contains(#"MESSAGE\n\x0f\x00\x00\x00\x00\x00\x00\x00two\nlines \x1b[31m\n"#))
    #expect(output.stderr.isEmpty)
  }

  @Test func `where standard error is not the journal, entries are lines there`() async throws {
    let output = try await run(isJournal: false)
    #expect(output.stdout == "true\n")
    #expect(output.stderr == Self.lines)
  }

  @Test(arguments: [[:], ["JOURNAL_STREAM": ""], ["JOURNAL_STREAM": "1:1"]])
  func `without a journal entries are lines on standard error`(
    environment: [String: String]
  ) async throws {
    #expect(try await Service.run(["log"], environment).stderr == Self.lines)
  }
}
