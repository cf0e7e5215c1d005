import NetwatchTestSupport
import Testing

@testable import NetwatchServiceCommand

@Suite struct ReportHTMLTests {
  @Test(arguments: [
    ("<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;"),
    ("\" onload=\"alert(1)", "&quot; onload=&quot;alert(1)"), ("' & <!--", "&#39; &amp; &lt;!--"),
    ("\u{1B}[31m\u{202E}\u{0}", "\u{FFFD}[31m\u{FFFD}\u{FFFD}"), ("</style></svg>", "&lt;/style"),
  ])
  func `No text becomes markup`(text: String, escaped: String) throws {
    let report = String(decoding: reportHTML(try hour(with: text)), as: UTF8.self)
    let plain = String(decoding: reportHTML(try hour(with: "x")), as: UTF8.self)
    #expect(report.contains(escaped))
    for part in ["<", ">", "\""] {
      #expect(report.ranges(of: part).count == plain.ranges(of: part).count)
    }
  }

  @Test func `A report needs nothing from elsewhere`() throws {
    let report = String(decoding: reportHTML(try testedDay()), as: UTF8.self)
    for part in ["<script", "src=", "href=", "@import", "<link"] { #expect(!report.contains(part)) }
    #expect(report.contains("content=\"default-src 'none'; style-src 'unsafe-inline'\""))
  }

  @Test func `Times, levels and counts are drawn where they belong`() throws {
    let report = String(decoding: reportHTML(try testedDay()), as: UTF8.self)
    // From 20:00 on for 24 minutes of a day that begins at 15:00.
    #expect(
      report.contains(
        "<rect class=\"span level-limited\" x=\"20.833%\" width=\"1.666%\" y=\"32.4\" height=\"39.6\">"
      )
    )
    #expect(report.contains("<rect class=\"span level-unknown\" x=\"58.333%\" width=\"8.333%\""))
  }

  @Test(
    .enabled(if: PageReader.isAvailable),
    .timeLimit(.minutes(1)),
    arguments: ["360x740", "1280x900"],
    ["light", "dark"]
  )
  func `The report can be read on any screen, by eye and by ear`(
    size: String,
    scheme: String
  ) async throws {
    let folder = try TemporaryFolder()
    try folder.write(reportHTML(try testedDay()), to: "report.html")
    let names = [
      "heading: Netwatch report", "region: Availability", "image: Connectivity over the time",
      "table: Outages", "columnheader: Lasted",
      "image: Latency of http://probe.example/generate_204, IPv4",
    ]
    let browser = try PageReader.look(
      at: "file://" + folder.file("report.html"),
      ["--size", size, "--scheme", scheme, "--until", "92.2 %"] + names.flatMap { ["--name", $0] }
    )
    try await browser.verdict()
  }
}
