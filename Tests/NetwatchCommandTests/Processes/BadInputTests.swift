import NetwatchTestSupport
import Testing

/// Command lines that are wrong: status 2, and one line that names the operand and how to get help.
@Suite struct BadInputTests {
  static let lines: [(arguments: [String], named: String)] = [
    (["--nonsense"], "'--nonsense'"),
    (["-x"], "'-x'"),
    (["watch", "--cou", "1"], "'--cou'"),
    (["status", "--count", "1"], "'--count'"),
    (["status", "--js"], "'--js'"),
    (["--json=yes"], "'--json'"),
    (["--loss-delay"], "'--loss-delay'"),
    (["--loss-delay", "soon"], "'soon'"),
    (["--loss-delay", "-1s"], "'-1s'"),
    (["--loss-delay", "1 s"], "'1 s'"),
    (["--loss-delay", "1e3"], "'1e3'"),
    (["--loss-delay", "+5"], "'+5'"),
    (["--recovery-delay", "3y"], "'3y'"),
    (["--recovery-delay", ""], "''"),
    (["--interval", "0"], "'0'"),
    (["--interval", "nan"], "'nan'"),
    (["--probe-timeout", "0"], "'0'"),
    (["--for-duration", "1h30m"], "'1h30m'"),
    (["wait", "--timeout", "never"], "'never'"),
    (["--interface", "nw-none"], "'nw-none'"),
    (["--interface", "a/b"], "'a/b'"),
    (["--interface", "sixteen-bytes-xx"], "'sixteen-bytes-xx'"),
    (["--interface", ""], "''"),
    (["--family", "ipv5"], "'ipv5'"),
    (["--netns", ""], "''"),
    (["--target", "example.org"], "'example.org'"),
    (["--target", "224.0.0.1"], "'224.0.0.1'"),
    (["--target", "ff02::1"], "'ff02::1'"),
    (["--target", "127.0.0.1"], "'127.0.0.1'"),
    (["--target", "256.1.1.1"], "'256.1.1.1'"),
    (["--target", "9.9.9.9", "--family", "ipv6"], "'9.9.9.9'"),
    ((1...17).flatMap { ["--target", "9.9.9.\($0)"] }, "'9.9.9.17'"),
    (["--count", "0"], "'0'"),
    (["--count", "x"], "'x'"),
    (["--count", "-1"], "'-1'"),
    (["watch", "stray"], "'stray'"),
    (["status", "http://192.0.2.80/"], "'http://192.0.2.80/'"),
    (["--json", "status"], "'status'"),
    (["frobnicate"], "'frobnicate'"),
    ([""], "''"),
    (["probe"], "URL"),
    (["probe", "http://192.0.2.80/", "--interface", "nw-none"], "'nw-none'"),
    (["probe", "ftp://192.0.2.80/"], "ftp://192.0.2.80/"),
    (["probe", "http://"], "http://"),
    (["probe", "http://a b/"], "http://a b/"),
    (["probe", "http://192.0.2.80:70000/"], "http://192.0.2.80:70000/"),
    (["probe", "http://192.0.2.80/#status=999"], "status=999"),
    (["probe", "http://192.0.2.80/#nonsense"], "nonsense"),
    (["probe", "tcp://192.0.2.80"], "tcp://192.0.2.80"),
    (["probe", "tcp://192.0.2.80:0"], "tcp://192.0.2.80:0"),
    (["probe", "tcp://192.0.2.80:70000"], "tcp://192.0.2.80:70000"),
    (["--probe", "192.0.2.80"], "192.0.2.80"),
    (["run"], "COMMAND"),
    (["run", "--"], "COMMAND"),
    (["run", "true"], "'true'"),
    (["run", "ls", "-l"], "'ls'"),
    (["run", "true", "--", "false"], "'true'"),
    (["run", "--max-attempts", "many", "--", "true"], "'many'"),
    (["run", "--max-attempts", "-1", "--", "true"], "'-1'"),
    (["run", "--base", "soon", "--", "true"], "'soon'"),
    (["run", "--max-delay", "1y", "--", "true"], "'1y'"),
    (["run", "--deadline", "", "--", "true"], "''"),
    (["run", "--retry-on", "256", "--", "true"], "'256'"),
    (["run", "--retry-on", "78-64", "--", "true"], "'78-64'"),
    (["run", "--retry-on", "1,", "--", "true"], "'1,'"),
    (["run", "--timeout", "3s", "--", "true"], "'--timeout'"),
    (["run", "--interface", "nw-none", "--", "true"], "'nw-none'"),
    (["--json", "run", "--", "true"], "'run'"),
    (["wait", "--for", "godot"], "'godot'"),
    (["wait", "--for", "probe"], "--probe"),
    (["wait", "--for", "tcp://:80"], "tcp://:80"),
  ]

  @Test(arguments: lines)
  func `the line says what is wrong, and how to get help`(
    arguments: [String],
    named: String
  ) throws {
    let output = try Netwatch.run(arguments)
    #expect(output.status == .exited(2) && output.stdout == "")
    #expect(output.complaints.count == 1 && output.stderr.hasSuffix("\n"))
    #expect(output.stderr.hasPrefix("netwatch: ") && output.stderr.contains(named))
    #expect(output.stderr.contains("; see 'netwatch ") && output.stderr.contains("--help'"))
  }

  @Test(arguments: [
    ("nw-none", #"cannot open network namespace "nw-none": no such file or directory"#),
    ("/run/nw-none", #"cannot open network namespace "/run/nw-none": no such file or directory"#),
    ("/etc/passwd", #"cannot enter network namespace "/etc/passwd": invalid argument"#),
  ])
  func `a namespace that is not there is no fault of the arguments`(
    namespace: String,
    complaint: String
  ) throws {
    for command in [["watch"], ["status"], ["wait"], ["explain"], ["probe", "http://192.0.2.80/"]] {
      let output = try Netwatch.run(command + ["--netns", namespace])
      #expect(output.status == .exited(3) && output.stdout == "")
      #expect(output.complaints.count == 1 && output.stderr.contains(complaint))
    }
  }
}
