import NetwatchTestSupport
import Testing

@Suite(.enabled(if: PageReader.isAvailable), .timeLimit(.minutes(3))) struct PageTests {
  /// What a screen reader finds.
  private static let names = [
    "banner: ", "main: ", "contentinfo: ", "heading: Netwatch", "heading: Now", "region: Now",
    "region: The last 24 hours", "region: Probe latency", "region: Jobs", "heading: Outages",
    "image: Connectivity in the last 24 hours", "table: Outages", "table: Links", "table: Dead",
    "columnheader: Lasted", "rowheader: Job 4", "button: Retry now: job 4",
    "button: Cancel: job 1",
  ]

  @Test(arguments: ["320x640", "360x740", "866x900", "1280x900"], ["light", "dark"])
  func `The page can be read on any screen, by eye and by ear`(
    size: String,
    scheme: String
  ) async throws {
    try await StubService().serve { url, _ in
      let texts = ["Online – Netwatch", "Live: ", "92.2 %", "Longest", "Job 7", "42 minutes"]
      let options = ["--size", size, "--scheme", scheme] + Self.names.flatMap { ["--name", $0] }
      let browser = try PageReader.look(at: url, options + texts.flatMap { ["--until", $0] })
      try await browser.verdict()
    }
  }

  @Test func `A change of the state is shown as it happens`() async throws {
    let service = StubService()
    try await service.serve { url, _ in
      let browser = try PageReader.look(
        at: url,
        ["--until", "Job 7", "--until", "Offline – Netwatch", "--until", "No route leads"]
          + ["--until", "Why: eth0 has no carrier.", "--name", "StaticText: Offline"]
      )
      try await browser.sees("Job 7")
      service.send(
        "state",
        #"{"level":"none","connectionAssumedAvailable":false,"since":"2026-11-30T15:00:00Z","#
          + #""ipv4":{"reachable":false,"reason":"noCarrier"},"ipv6":{"reachable":false},"#
          + #""cause":"link","explanation":"eth0 has no carrier"}"#
      )
      try await browser.verdict()
    }
  }

  @Test func `The page says when the service is gone, and goes on when it is back`() async throws {
    let service = StubService()
    let options = ["Live: ", "Last known", "Connection to the service lost", "Live: "]
    var browser: ChildProcess?
    var place: (url: String, port: UInt16) = ("", 0)
    try await service.serve { url, port in
      place = (url, port)
      browser = try PageReader.look(
        at: url,
        options.flatMap { ["--until", $0] } + ["--expect-log", "net::ERR"]
      )
      try await browser?.sees("Live: ")
    }
    try await browser?.sees("Last known")
    try await browser?.sees("Connection to the service lost")
    try await StubService().serve(at: place.port) { _, _ in try await browser?.verdict() }
  }

  @Test func `The page says when the session has ended`() async throws {
    let service = StubService()
    try await service.serve { url, _ in
      let browser = try PageReader.look(
        at: url,
        [
          "--until", "Live: ", "--until", "Run “netwatch page” for a new link.", "--expect-log",
          "401",
        ]
      )
      try await browser.sees("Live: ")
      service.endSessions()
      try await browser.verdict()
    }
  }

  @Test func `Buttons retry and cancel a job, and say how it went`() async throws {
    let service = StubService()
    try await service.serve { url, _ in
      let browser = try PageReader.look(
        at: url,
        ["--until", "Job 7", "--click", "retry-4", "--then", "Job 4 will be tried again now."]
      )
      try await browser.verdict()
      let refused = try PageReader.look(
        at: url,
        ["--until", "Job 7", "--click", "cancel-1", "--expect-log", "409"]
          + ["--then", "That did not work: It has ended already."]
      )
      try await refused.verdict()
      let origin = url.dropLast()
      #expect(
        service.changes == [
          "POST /v1/jobs/4/retry application/json \(origin)",
          "DELETE /v1/jobs/1 application/json \(origin)",
        ]
      )
    }
  }
}
