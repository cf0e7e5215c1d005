import NetwatchClient
import NetwatchTestSupport
import Testing

@testable import NetwatchServiceCommand

@Suite struct ReportTextTests {
  @Test func `A report says how much of the time the internet was there`() throws {
    let day = try testedDay()
    let text = lines(reportText(day))
    #expect(
      text.prefix(4) == [
        "From \(localText(day.from)) to \(localText(day.to)), \(zoneText(at: day.to)).",
        "The internet was available 92.2 % of the 22 hours that are known; "
          + "of 2 hours nothing is known.",
        "",
        "There were 4 outages, 1 hour 42 minutes in all; the longest lasted 42 minutes.",
      ]
    )
  }

  @Test func `Outages and probes are tables`() throws {
    let day = try testedDay()
    let text = lines(reportText(day))
    let start = localText(day.outages[1].start)
    #expect(text[5] == "  began                lasted      what            why")
    #expect(text[7] == "  \(start)  36 seconds  Offline         eth0 has no carrier")
    let endpoint = "  http://probe.example/generate_204                         "
    #expect(
      text.suffix(4).dropLast().prefix(2) == [
        "  endpoint                                                    "
          + "family  probes  failed  median  90 %  99 %  longest",
        endpoint + "  IPv4     2,640     212      31    45   120      961",
      ]
    )
  }

  @Test func `An outage that lasts is told so far`() throws {
    let text = lines(reportText(try hour(with: "no carrier")))
    #expect(text.contains { $0.hasSuffix("  30 minutes so far  Not known  no carrier") })
    #expect(text.contains("There was one outage of 30 minutes."))
  }

  @Test func `Nothing known, no outage and no probe are said`() throws {
    let text = lines(
      reportText(
        try history(
          """
          {"from":"2026-11-30T14:00:00Z","to":"2026-11-30T15:00:00Z","knownSeconds":0,
           "availableSeconds":0,"spans":[],"outages":[],"probes":[]}
          """
        )
      )
    )
    #expect(
      text.dropFirst() == [
        "Nothing is known of this time.", "", "There were no outages.", "", "No probes were sent.",
        "",
      ]
    )
  }

  @Test(arguments: [
    "\u{1B}[31mred", "a\nb", "a\rb", "\u{202E}cba", "\u{9B}31m", "\u{7}", "\\u{1b}",
  ])
  func `Nothing that a terminal might obey gets there`(text: String) throws {
    let report = lines(reportText(try hour(with: text)))
    let plain = lines(reportText(try hour(with: "x")))
    #expect(report.count == plain.count)
    #expect(
      report.joined().unicodeScalars.allSatisfy { (0x20...0x7E).contains($0.value) || $0 == "–" }
    )
    #expect(report.contains { $0.contains("\\u{") || $0.contains("\\\\u{") })
  }
}
