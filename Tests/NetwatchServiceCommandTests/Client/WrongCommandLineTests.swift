import NetwatchCommand
import NetwatchTestSupport
import Testing

@testable import NetwatchServiceCommand

/// What is wrong is found before anything is asked, and said in a line that names it.
@Suite(.timeLimit(.minutes(1))) struct WrongCommandLineTests {
  static let submissions: [(String, String)] = [
    ("", "submit needs 'http METHOD URL', 'exec TEMPLATE' or --json-file FILE"),
    ("mail x", "submit knows the kinds http and exec, not 'mail'"),
    ("http", "submit http needs a method and a URL, and nothing else"),
    ("http GET", "submit http needs a method and a URL, and nothing else"),
    ("http GET http://h/ x", "submit http needs a method and a URL, and nothing else"),
    ("http GET h", #"the URL "h" is not an absolute URL of HTTP"#),
    ("http GET ftp://h/", #"the URL "ftp://h/" has a scheme other than http and https"#),
    ("http G@T http://h/", #"the method "G@T" is not a token"#),
    ("http GET http://h/ --header X", "--header needs 'NAME: VALUE'"),
    ("http GET http://h/ --header :secret", "--header needs 'NAME: VALUE'"),
    ("http GET http://h/ --header X:1 --header x:2", "--header: the field x is given twice"),
    ("http GET http://h/ --header X\u{7}:1", #"the header name "X\u{07}" is not a token"#),
    (
      "http GET http://h/ --header Content-Length:1",
      "the header field Content-Length is given, but follows from the body"
    ),
    (
      "http POST http://h/ --body a --body-file b",
      "--body and --body-file are two bodies; give one"
    ),
    (
      "http POST http://h/ --priority urgent",
      "--priority needs one of low, normal, high, not 'urgent'"
    ),
    (
      "http POST http://h/ --requirement all",
      "--requirement needs one of nothing, route, internet, not 'all'"
    ),
    (
      "http POST http://h/ --retry-safety maybe",
      "--retry-safety needs one of automatic, always, never, not 'maybe'"
    ),
    (
      "http POST http://h/ --deadline soon",
      "--deadline needs a duration such as 250ms, 3s, 5m, 1h or 7d, not 'soon'"
    ),
    (
      "http POST http://h/ --unique-key a --idempotency-key b",
      "--unique-key says what --idempotency-key would; give one"
    ),
    ("exec", "submit exec needs the name of a template"),
    ("exec t day", "an argument has to be NAME=VALUE, not 'day'"),
    ("exec t =7", "an argument has to be NAME=VALUE, not '=7'"),
    ("exec t day=7 day=8", "the argument day is given twice"),
    ("exec t --body x", "--body belongs to 'submit http'"),
    ("exec t --retry-safety never", "--retry-safety belongs to 'submit http'"),
    ("--json-file a http", "'http' has no place beside --json-file, which says it all"),
    (
      "--json-file a --priority high",
      "--priority has no place beside --json-file, which says it all"
    ),
    ("http GET http://h/ --dead", "unknown option '--dead'"),
    ("http GET http://h/ --wait=yes", "option '--wait' takes no value"),
    ("http GET http://h/ --bod", "unknown option '--bod'"),
    ("http GET http://h/ --token secret", "unknown option '--token'"),
  ]

  static let listings: [(String, String)] = [
    ("5", "jobs knows list, show, why, cancel, retry, not '5'"),
    ("List", "jobs knows list, show, why, cancel, retry, not 'List'"),
    ("list 5", "list takes no number of a job, as 5"),
    ("show", "show needs the number of a job"),
    ("why", "why needs the number of a job"),
    ("cancel", "cancel needs the number of a job"),
    ("retry", "retry needs the number of a job, or --dead"),
    ("show x", "a job has a whole number from 1 on, not 'x'"),
    ("show 0", "a job has a whole number from 1 on, not '0'"),
    ("show 1.5", "a job has a whole number from 1 on, not '1.5'"),
    ("show 9223372036854775808", "a job has a whole number from 1 on, not '9223372036854775808'"),
    ("retry 5 --dead", "--dead means all that are dead, not just 5"),
    ("retry --dead --state ready", "--state has no meaning for retry"),
    ("list --dead", "--dead has no meaning for list"),
    ("cancel 5 --all", "--all has no meaning for cancel"),
    ("show 5 --kind http", "--kind has no meaning for show"),
    (
      "--state asleep",
      "--state needs one of ready, parked, waiting, running, succeeded, dead, cancelled, not 'asleep'"
    ),
    ("--limit 0", "--limit needs a whole number from 1 on, not '0'"),
    ("--limit many", "--limit needs a whole number from 1 on, not 'many'"),
    ("--since 1d", "unknown option '--since'"),
  ]

  static let reports: [(String, String)] = [
    ("now", "unexpected operand 'now'"),
    (
      "--since yesterday",
      "--since needs a duration such as 7d, or a time such as 2026-11-30T12:00:00Z, not 'yesterday'"
    ),
    ("--until 7d", "--until needs a time such as 2026-11-30T12:00:00Z, not '7d'"),
    ("--html a --json", "--html and --json are two forms; give one"),
    ("--html=", "--html needs a file, or - for standard output"),
    ("--html", "option '--html' needs a value"),
    ("--socket a --url http://h", "--socket and --url name two places; give one"),
    (
      "--token-file a",
      "--token-file goes with --url; at the socket the kernel says who asks"
    ),
    ("--url h", #"--url: the URL "h" is not an absolute URL of HTTP"#),
  ]

  private func refusal(_ command: ClientSubcommand, _ line: String) -> String? {
    let words = line.split(separator: " ").map(String.init)
    let error = #expect(throws: UsageError.self) {
      try ClientInvocation(command, parsing: words)
    }
    return error?.description
  }

  @Test(arguments: submissions)
  func `submit refuses`(_ line: String, _ message: String) {
    #expect(refusal(.submit, line) == "\(message); see 'netwatch submit --help'")
  }

  @Test(arguments: listings)
  func `jobs refuses`(_ line: String, _ message: String) {
    #expect(refusal(.jobs, line) == "\(message); see 'netwatch jobs --help'")
  }

  @Test(arguments: reports)
  func `report refuses`(_ line: String, _ message: String) {
    #expect(refusal(.report, line) == "\(message); see 'netwatch report --help'")
  }

  @Test func `a header's value is never quoted, as it may be a secret`() {
    let words = ["http", "GET", "http://h/", "--header", "X: secret\nY: 1"]
    let error = #expect(throws: UsageError.self) { try ClientInvocation(.submit, parsing: words) }
    #expect(error?.message == "the value of the header field X has a line break or NUL in it")
  }

  @Test(arguments: [
    ["submit"], ["jobs", "frob"], ["report", "x"], ["page", "x"], ["page", "--frob"],
    ["submit", "http", "GET", "http://h/", "--header", "X: @file:/nowhere"],
    ["submit", "http", "GET", "http://h/", "--body-file", "/nowhere"],
    ["submit", "--json-file", "/nowhere"],
    ["jobs", "--url", "http://127.0.0.1:1", "--token-file", "/nowhere"],
    ["jobs", "--socket", String(repeating: "a", count: 200)],
    ["submit", "exec", "\u{1b}[2J", "x"],
  ])
  func `the exit status is 2, with one line that says why`(_ arguments: [String]) async throws {
    let output = try await Asking.run(arguments)
    #expect(output.status == .exited(2))
    #expect(output.stdout.isEmpty)
    let complaint = try #require(output.complaint)
    #expect(!complaint.unicodeScalars.contains { $0.value < 0x20 })
  }
}
