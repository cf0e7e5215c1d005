import Testing

@testable import NetwatchCommand

@Suite struct InvocationTests {
  @Test(
    arguments: [
      ("", "watch"),
      ("watch", "watch"),
      ("--json", "watch json"),
      ("watch --json", "watch json"),
      ("status", "status"),
      ("status --json", "status json"),
      ("wait", "wait"),
      ("explain", "explain"),
      ("--", "watch"),
      ("watch --", "watch"),
      ("--json --json", "watch json"),
      ("--quiet", "watch quiet"),
      ("--verbose", "watch verbose"),
      ("--quiet --verbose", "watch verbose"),
      ("--verbose --quiet", "watch quiet"),
      ("--count 1", "watch count=1"),
      ("--count=3", "watch count=3"),
      ("--count 007", "watch count=7"),
      ("--count 3 --count 5", "watch count=5"),
      ("--count 99999999999999999999", "watch count=18446744073709551615"),
      ("--for-duration 1.5s", "watch for-duration=1500ms"),
      ("--for-duration 0", "watch"),
      ("--interval 5m", "watch interval=5m"),
      ("--interval 1", "watch interval=1s"),
      ("--probe-timeout 500ms", "watch probe-timeout=500ms"),
      ("--probe-timeout=0.5", "watch probe-timeout=500ms"),
      ("--loss-delay 0", "watch loss-delay=0s"),
      ("--loss-delay 0 --recovery-delay 0ms", "watch loss-delay=0s recovery-delay=0s"),
      ("--recovery-delay 2s --recovery-delay 3s", "watch recovery-delay=3s"),
      ("--interface eth0", "watch interface=eth0"),
      ("--interface=eth0.100", "watch interface=eth0.100"),
      ("--interface 123456789012345", "watch interface=123456789012345"),
      ("--interface -x", "watch interface=-x"),
      ("--interface a --interface b", "watch interface=b"),
      ("--family ipv4", "watch ipv4"),
      ("--family ipv4 --family ipv6", "watch ipv6"),
      ("--target 198.51.100.1", "watch target=198.51.100.1"),
      (
        "--target 198.51.100.1 --target 2001:DB8::1", "watch target=198.51.100.1 target=2001:db8::1"
      ),
      ("--netns blue", #"watch netns=named("blue")"#),
      ("--netns /proc/7/ns/net", #"watch netns=path("/proc/7/ns/net")"#),
      ("--netns ./blue", #"watch netns=path("./blue")"#),
      ("wait --timeout 5", "wait timeout=5s"),
      ("wait --timeout 0", "wait"),
      ("wait --for route", "wait for=route"),
      ("wait --timeout 99999999999d", "wait timeout=3650d"),
      ("--help", "help"),
      ("-h", "help"),
      ("--json --help --jsn", "help"),
      ("watch --help", "help watch"),
      ("watch -h", "help watch"),
      ("probe --help", "help probe"),
      ("--version", "version"),
      ("status --version", "version"),
    ]
  )
  func reads(line: String, meaning: String) throws {
    #expect(try Invocation.parse(words(line)).summary == meaning)
  }

  @Test(
    arguments: [
      ("--jsn", "unknown option '--jsn'; see 'netwatch watch --help'"),
      ("--js", "unknown option '--js'; see 'netwatch watch --help'"),
      ("--inter 3s", "unknown option '--inter'; see 'netwatch watch --help'"),
      ("--cou=3", "unknown option '--cou'; see 'netwatch watch --help'"),
      ("--cou", "unknown option '--cou'; see 'netwatch watch --help'"),
      ("--js=1", "unknown option '--js'; see 'netwatch watch --help'"),
      ("status --count 3", "unknown option '--count'; see 'netwatch status --help'"),
      ("watch --timeout 3", "unknown option '--timeout'; see 'netwatch watch --help'"),
      ("-x", "unknown option '-x'; see 'netwatch watch --help'"),
      ("-json", "unknown option '-j'; see 'netwatch watch --help'"),
      ("--json=yes", "option '--json' takes no value; see 'netwatch watch --help'"),
      ("--count", "option '--count' needs a value; see 'netwatch watch --help'"),
      ("wait --for", "option '--for' needs a value; see 'netwatch wait --help'"),
      ("frobnicate", "unknown command 'frobnicate'; see 'netwatch --help'"),
      ("Watch", "unknown command 'Watch'; see 'netwatch --help'"),
      ("-", "unknown command '-'; see 'netwatch --help'"),
      ("watch now", "unexpected operand 'now'; see 'netwatch watch --help'"),
      ("watch -- --json", "unexpected operand '--json'; see 'netwatch watch --help'"),
      ("--json now", "unexpected operand 'now'; see 'netwatch watch --help'"),
      (
        "--json status",
        "the command 'status' has to come before its options; see 'netwatch watch --help'"
      ),
      (
        "--json jobs",
        "the command 'jobs' has to come before its options; see 'netwatch watch --help'"
      ),
      ("status status", "unexpected operand 'status'; see 'netwatch status --help'"),
      ("probe", "probe needs the URL of at least one endpoint; see 'netwatch probe --help'"),
      ("probe --json", "probe needs the URL of at least one endpoint; see 'netwatch probe --help'"),
      (
        "wait --for probe",
        "--for probe needs an endpoint, given with --probe URL; see 'netwatch wait --help'"
      ),
      (
        "wait --for udp://x:1",
        "--for needs route, probe or tcp://HOST:PORT, not 'udp://x:1'; see 'netwatch wait --help'"
      ),
      (
        "--interval 0",
        "--interval must be at least 1s, not '0'; see 'netwatch watch --help'"
      ),
      (
        "--probe-timeout 0.5ms",
        "--probe-timeout must be at least 1ms, not '0.5ms'; see 'netwatch watch --help'"
      ),
      (
        "--loss-delay -1",
        """
        --loss-delay needs a duration such as 250ms, 3s, 5m, 1h or 7d, not '-1'; \
        see 'netwatch watch --help'
        """
      ),
    ]
  )
  func refuses(line: String, message: String) {
    #expect(refusal(words(line)) == message)
  }

  @Test(arguments: ["0", "00", "-1", "+1", "1.5", "x", "1e3", " 1", "0x1", ""])
  func `refuses a count that is no whole number from 1 on`(text: String) {
    #expect(
      refusal(["--count", text])
        == "--count needs a whole number from 1 on, not '\(text)'; see 'netwatch watch --help'"
    )
  }

  @Test(arguments: ["", "4", "IPV4", "inet", "ipv4,ipv6"])
  func `refuses what is no family`(text: String) {
    #expect(refusal(["--family=\(text)"])?.hasPrefix("--family needs ipv4 or ipv6") == true)
  }

  @Test(arguments: ["", ".", ".."])
  func `refuses what cannot be the name of a namespace`(text: String) {
    #expect(refusal(["--netns", text])?.hasPrefix("--netns needs a name") == true)
  }

  @Test func `an empty argument is an operand`() {
    #expect(refusal(["watch", ""]) == "unexpected operand ''; see 'netwatch watch --help'")
    #expect(refusal([""]) == "unknown command ''; see 'netwatch --help'")
  }

  @Test func `options are read alike in parallel`() async {
    await withTaskGroup(of: Bool.self) { group in
      for number in 1...200 {
        group.addTask {
          let invocation = try? Invocation.parse(["--count", "\(number)", "--json"])
          return invocation?.summary == "watch json count=\(number)"
        }
      }
      for await isRight in group { #expect(isRight) }
    }
  }

  @Test func `takes up to 16 targets a family`() throws {
    let sixteen = (1...16).flatMap { ["--target", "198.51.100.\($0)"] }
    _ = try Invocation.parse(sixteen + ["--target", "2001:db8::1"])
    #expect(
      refusal(sixteen + ["--target", "198.51.100.17"])
        == "--target '198.51.100.17' is one too many: at most 16 a family; see 'netwatch watch --help'"
    )
  }

  @Test(arguments: [
    ("192.0.2", "needs an IPv4 or IPv6 address"), ("example.org", "needs an IPv4 or IPv6 address"),
    ("192.0.2.1/24", "needs an IPv4 or IPv6 address"),
    ("fe80::1%eth0", "needs an IPv4 or IPv6 address"),
    ("", "needs an IPv4 or IPv6 address"), ("0.0.0.0", "is the unspecified address"),
    ("::", "is the unspecified address"), ("127.0.0.1", "is a loopback address"),
    ("::1", "is a loopback address"), ("::ffff:127.0.0.1", "is a loopback address"),
    ("224.0.0.1", "is a multicast address"), ("239.255.255.255", "is a multicast address"),
    ("ff02::1", "is a multicast address"), ("169.254.0.1", "is a link-local address"),
    ("fe80::1", "is a link-local address"), ("255.255.255.255", "is the broadcast address"),
  ])
  func `refuses a target that is no host elsewhere`(text: String, flaw: String) {
    #expect(refusal(["--target", text])?.contains(flaw) == true)
  }

  private func refusal(_ arguments: [String]) -> String? {
    do {
      return "accepted: " + (try Invocation.parse(arguments).summary)
    } catch {
      return error.description
    }
  }

  private func words(_ line: String) -> [String] { line.split(separator: " ").map(String.init) }
}
