import NetwatchTestSupport
import Testing

/// Arguments at random: whatever they are, the command ends in an orderly way.
@Suite(.enabled(if: NetworkSandbox.isAvailable), .timeLimit(.minutes(1)))
struct ArgumentFuzzTests {
  private static let seed: UInt64 = 20_261_130
  private static let count = 240

  private static let commands = ["watch", "status", "wait", "probe", "explain", "run"]
  private static let words =
    [
      "--json", "--probe", "--interval", "--probe-timeout", "--loss-delay", "--recovery-delay",
      "--interface", "--family", "--target", "--netns", "--count", "--for-duration", "--for",
      "--timeout", "--max-attempts", "--base", "--max-delay", "--deadline", "--when-connected",
      "--retry-on", "--quiet", "--verbose", "--help", "-h", "--version", "--", "-", "",
    ] + [
      "0", "1", "-1", "250ms", "99999999999999999999d", "0.000000000000000000001s", "1e9", "nan",
      "lo", "nw-none", "ipv4", "ipv6", "9.9.9.9", "2620:fe::fe", "::", "255.255.255.255",
      "http://127.0.0.1:9/", "http://[::1]:9/#status=200&body=%41", "https://127.0.0.1:9/",
      "tcp://127.0.0.1:9", "tcp://[::1]:9", "http://%zz/", "http://127.0.0.1:9/#body=%",
      "route", "probe", "watch", "é", "\u{1b}[2J", "%s%n", "=", "--probe=", "--count=2",
      String(repeating: "x", count: 5000),
    ]

  private static func vectors() -> [[String]] {
    var generator = SeededGenerator(seed: seed)
    return (0..<count).map { _ in
      let words = (0..<Int.random(in: 0...6, using: &generator)).map { _ in
        Self.words.randomElement(using: &generator) ?? ""
      }
      let command = commands.randomElement(using: &generator) ?? ""
      // What stands behind the dashes would be run.
      return [command] + words.filter { command != "run" || $0 != "--" } + bound(of: command)
    }
  }

  /// What comes last makes every command end that would otherwise go on.
  private static func bound(of command: String) -> [String] {
    switch command {
    case "watch": ["--count", "1"]
    case "wait": ["--timeout", "50ms"]
    case "run": ["--deadline", "50ms", "--", "true"]
    default: []
    }
  }

  @Test func `no arguments end it by a signal, or not at all`() async throws {
    let sandbox = try NetworkSandbox()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (index, vector) in Self.vectors().enumerated() {
        if index >= 4 { try await group.next() }
        group.addTask { try await Self.expectOrder(vector, in: sandbox) }
      }
      try await group.waitForAll()
    }
  }

  private static func expectOrder(_ vector: [String], in sandbox: NetworkSandbox) async throws {
    let process = try Netwatch.start(vector, in: sandbox)
    let status = try await process.waitForExit(limit: .seconds(20))
    #expect([0, 1, 2, 3, 124, 125].contains { status == .exited($0) }, "\(vector): \(status)")
    #expect(isPlain(process.stdout + process.stderr), "\(vector)")
    if status == .exited(2) { #expect(process.stderr.split(separator: "\n").count == 1) }
  }
}
