import Testing

@testable import NetwatchCommand

/// Lines with endpoints, which NetwatchLinux reads.
@Suite struct InvocationProbeTests {
  @Test(arguments: [
    ("--probe http://a.example/", "watch probe=http://a.example/"),
    (
      "--probe http://a.example/ --json --probe=tcp://b.example:443",
      "watch json probe=http://a.example/ probe=tcp://b.example:443"
    ),
    ("probe http://a.example/", "probe probe=http://a.example/"),
    (
      "probe http://a.example/ --json tcp://192.0.2.1:80",
      "probe json probe=http://a.example/ probe=tcp://192.0.2.1:80"
    ),
    ("probe --family ipv6 -- http://a.example/", "probe ipv6 probe=http://a.example/"),
    ("wait --probe http://a.example/ --for probe", "wait for=probe probe=http://a.example/"),
    ("wait --for probe --probe http://a.example/", "wait for=probe probe=http://a.example/"),
    (
      "wait --for tcp://b.example:5432 --probe http://a.example/",
      "wait for=tcp://b.example:5432 probe=tcp://b.example:5432"
    ),
    ("explain --probe http://a.example/", "explain probe=http://a.example/"),
  ])
  func reads(line: String, meaning: String) throws {
    let words = line.split(separator: " ").map(String.init)
    #expect(try Invocation.parse(words).summary == meaning)
  }

  @Test(arguments: [
    ("--probe ftp://a.example/", "--probe: ", "; see 'netwatch watch --help'"),
    ("wait --for tcp://a.example", "--for: ", "; see 'netwatch wait --help'"),
    ("probe http://a.example/ b.example", "probe: ", "; see 'netwatch probe --help'"),
    ("probe -- --json", "probe: ", "; see 'netwatch probe --help'"),
  ])
  func refuses(line: String, start: String, end: String) {
    let words = line.split(separator: " ").map(String.init)
    let error = #expect(throws: UsageError.self) { try Invocation.parse(words) }
    #expect(error?.description.hasPrefix(start) == true)
    #expect(error?.description.hasSuffix(end) == true)
  }

  @Test func `wait waits for the probe where one is given, and for the route otherwise`() throws {
    guard case .command(_, let plain) = try Invocation.parse(["wait"]),
      case .command(_, let probing) = try Invocation.parse(["wait", "--probe", "http://a.example/"])
    else { throw UsageError("no command") }
    #expect(plain.goal == .route)
    #expect(probing.goal == .probe)
  }
}
