import NetwatchTestSupport
import Testing

@testable import NetwatchSystemd

@Suite struct JournalSinkTests {
  private static let lines = """
    notice job began job=7 retryAfter="2 s"
    error two\\u{a}lines \\u{1b}[31m

    """

  @Test func `where standard error is the journal, entries go there with their fields`()
    async throws
  {
    let output = try await FakeJournal.connected.log()
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

  @Test(arguments: FakeJournal.allCases.filter { $0 != .connected })
  func `where the journal is not standard error, or takes nothing, entries are lines there`(
    journal: FakeJournal
  ) async throws {
    let output = try await journal.log()
    #expect(output.stdout == "true\n")
    #expect(output.stderr == Self.lines)
  }

  @Test(arguments: [[:], ["JOURNAL_STREAM": ""], ["JOURNAL_STREAM": "1:1"]])
  func `without a journal entries are lines on standard error`(
    environment: [String: String]
  ) async throws {
    #expect(try await Service.run(["log"], environment).stderr == Self.lines)
  }

  @Test func `a reader of standard error that does not read holds up nobody`() async throws {
    let script = """
      import os, subprocess
      reader, writer = os.pipe()
      subprocess.run(["\(Service.program)", "flood"], stderr=writer)
      os.close(writer)
      print(os.read(reader, 1001))
      """
    let output = try await awaitThread { try ChildProcess.run(["python3", "-c", script]) }
    #expect(output.stdout == "false\nb'info \(String(repeating: "a", count: 996))'\n")
  }

  @Test func `a log that goes away leaves neither thread nor descriptor`() async throws {
    let descriptors = try Proc.current.openDescriptors
    for _ in 0..<20 { _ = try JournalSink(output: .standardError) }
    // Each thread keeps two open; the process may have opened some of its own meanwhile, for its timers.
    try await eventually(within: .seconds(10)) {
      try Proc.current.openDescriptors < descriptors + 20
    }
  }
}
