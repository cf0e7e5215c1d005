import CLinux
import Glibc
import NetwatchTestSupport
import Testing

/// How `run` ends, and how often it tries.
@Suite(.enabled(if: NetworkSandbox.isAvailable), .timeLimit(.minutes(1))) struct RunStatusTests {
  private let sandbox: NetworkSandbox
  private let tally: Tally

  init() throws {
    sandbox = try NetworkSandbox.base()
    tally = try Tally()
  }

  private func run(_ options: [String], _ command: [String]) throws -> ProcessOutput {
    try Netwatch.run(["run"] + options + ["--"] + command, in: sandbox)
  }

  @Test(arguments: [
    ("true", Int32(0)), ("exit 3", 3), ("exit 255", 255), ("exit 126", 126), ("exit 127", 127),
    ("kill -KILL $$", 137), ("kill -TERM $$", 143), ("kill -SEGV $$", 139),
  ])
  func `the status is that of the last attempt`(script: String, status: Int32) throws {
    let output = try run(["--max-attempts", "2", "--base", "0"], tally.counting(script))
    #expect(output.status == .exited(status) && output.stdout == "")
    try #expect(tally.count == ([0, 126, 127].contains(status) ? 1 : 2))
  }

  @Test(arguments: [
    ("nw-none", Int32(127), "no such file or directory"), ("", 127, "no such file or directory"),
    ("/nw/none", 127, "no such file or directory"), ("/etc/passwd", 126, "permission denied"),
    ("/etc", 126, "permission denied"), ("/etc/passwd/x", 126, "not a directory"),
  ])
  func `what cannot be run is not tried again`(
    command: String,
    status: Int32,
    reason: String
  ) throws {
    for options in [[], ["--retry-on", "1-255"], ["--quiet"]] {
      let output = try run(options, [command])
      #expect(output.status == .exited(status) && output.stdout == "")
      #expect(output.stderr == "netwatch: cannot run '\(command)': \(reason)\n")
    }
  }

  @Test func `there is no shell that runs what the kernel cannot run`() throws {
    let folder = try TemporaryFolder()
    let script = try folder.write("exit 0\n", to: "script")
    chmod(script, 0o755)
    let output = try run([], [script])
    #expect(output.status == .exited(126))
    #expect(output.stderr == "netwatch: cannot run '\(script)': exec format error\n")
  }

  @Test(arguments: [1, 2, 5])
  func `there are so many attempts`(limit: Int) throws {
    let output = try run(["--max-attempts", "\(limit)", "--base", "0"], tally.counting("exit 9"))
    #expect(output.status == .exited(9))
    let sentences = (1...limit).map { number in
      "netwatch: attempt \(number) failed with status 9; "
        + (number < limit ? "next at once" : "no attempts are left")
    }
    #expect(output.complaints == sentences)
    try #expect(tally.count == limit)
  }

  @Test func `there are ten by default`() throws {
    let output = try run(["--base", "0", "--quiet"], tally.counting("exit 1"))
    #expect(output.status == .exited(1) && output.stderr == "")
    try #expect(tally.count == 10)
  }

  @Test func `there is no limit where none is wanted`() throws {
    let command = tally.counting("test $n = 30")
    let output = try run(["--max-attempts", "0", "--base", "0", "--quiet"], command)
    #expect(output.status == .success && output.stderr == "")
    try #expect(tally.count == 30)
  }

  @Test func `success is the end of it`() throws {
    let output = try run(["--base", "1ms"], tally.counting("test $n = 3"))
    #expect(output.status == .success && output.complaints.count == 2)
    try #expect(tally.count == 3)
  }

  @Test(arguments: [
    ("1,75", 75, true), ("1,75", 76, false), ("64-78", 70, true), ("64-78", 79, false),
    ("127", 127, true), ("143", 143, true),
  ])
  func `only these statuses are retried`(statuses: String, status: Int, isRetried: Bool) throws {
    let options = ["--retry-on", statuses, "--max-attempts", "2", "--base", "0"]
    let output = try run(options, tally.counting("exit \(status)"))
    #expect(output.status == .exited(Int32(status)))
    try #expect(tally.count == (isRetried ? 2 : 1))
    if !isRetried {
      let sentence = "attempt 1 failed with status \(status), which is not retried"
      #expect(output.complaints == ["netwatch: \(sentence)"])
    }
  }

  @Test func `the window doubles up to the limit, and the delay is drawn from it`() throws {
    let options = ["--json", "--max-attempts", "6", "--base", "4ms", "--max-delay", "20ms"]
    let events = try run(options, ["false"]).events
    let delays = events.filter { $0.event == "backoff" }
    #expect(delays.map(\.window) == [4, 8, 16, 20, 20])
    #expect(delays.allSatisfy { $0.delay ?? -1 >= 0 && $0.delay ?? .infinity <= $0.window ?? 0 })
  }

  @Test func `a verbose one tells more`() throws {
    let output = try run(["--verbose", "--base", "0"], tally.counting("test $n = 2"))
    let words = output.complaints.map { line in line.filter { !$0.isNumber } }
    #expect(
      words == [
        "netwatch: attempt  runs as process ", "netwatch: attempt  took ms",
        "netwatch: attempt  failed with status ; next at once",
        "netwatch: attempt  runs as process ", "netwatch: attempt  succeeded after ms",
      ]
    )
  }

  @Test func `netwatch's own failure has a status of its own`() throws {
    let namespace = try run(["--netns", "nw-none"], tally.counting("exit 0"))
    #expect(namespace.status == .exited(125) && namespace.complaints.count == 1)
    let files = try Netwatch.shell(#"ulimit -n 12; exec "$@""#, ["run", "--", "true"], in: sandbox)
    #expect(files.status == .exited(125) && files.stderr.contains("ulimit"))
    let interface = try run(["--interface", "nw-none"], tally.counting("exit 0"))
    #expect(interface.status == .exited(2) && interface.stderr.contains("'nw-none'"))
    try #expect(tally.count == 0)
  }

  @Test func `without netlink and IPv4 it cannot work, and runs nothing`() throws {
    let output = try Netwatch.run(
      ["run", "--"] + tally.counting("exit 0"),
      in: sandbox,
      through: Restriction.refusing([Restriction.netlink, Restriction.ipv4])
    )
    #expect(output.status == .exited(125) && output.complaints.count == 1)
    try #expect(tally.count == 0)
  }

  @Test func `without netlink it polls, and says so in the form that is asked for`() throws {
    let output = try Netwatch.run(
      ["run", "--json", "--", "true"],
      in: sandbox,
      through: Restriction.refusing([Restriction.netlink])
    )
    #expect(output.status == .success)
    let event = try #require(try output.events.first { $0.event == "diagnostic" })
    #expect(event.level == "warning" && event.message?.contains("netlink is refused") == true)
  }
}
