import NetwatchClient
import NetwatchTestSupport
import Testing

@testable import NetwatchServiceCommand

@Suite struct ReportNumberTests {
  @Test(arguments: [
    (100, "100"), (99.99999, "99.999"), (99.951, "99.951"), (99.9, "99.9"), (92.273, "92.2"),
    (10, "10.0"), (9.999, "9.99"), (0.29, "0.29"), (0.004, "less than 0.01"), (0, "0"), (-1, "0"),
    (1e300, "100"),
  ])
  func `Per cent are rounded down, and 100 means all`(value: Double, text: String) {
    #expect(percentText(value) == text)
  }

  @Test(arguments: [
    (-5, "no time"), (0, "no time"), (1e-9, "1 millisecond"), (0.32, "320 milliseconds"),
    (1, "1.0 seconds"), (4.24, "4.2 seconds"), (9.96, "10 seconds"), (59.4, "59 seconds"),
    (59.6, "1 minute"), (61, "1 minute 1 second"), (3600, "1 hour"), (3661, "1 hour 1 minute"),
    (86_400, "1 day"), (7 * 86_400, "7 days"), (90_060, "1 day 1 hour"),
    (1e300, "106,751,991,167,300 days 15 hours"), (.infinity, "106,751,991,167,300 days 15 hours"),
    (.nan, "no time"),
  ])
  func `Lengths of time are told by their two largest units`(seconds: Double, text: String) {
    #expect(lengthText(seconds: seconds) == text)
  }

  @Test(arguments: [
    (nil, "–"), (0, "0.0"), (4.24, "4.2"), (9.94, "9.9"), (9.96, "10"), (31.2, "31"),
    (1234.5, "1,235"), (.nan, "0"), (-3, "0.0"), (1e300, "9,223,372,036,854,774,784"),
  ])
  func `Milliseconds have three digits or so`(value: Double?, text: String) {
    #expect(millisecondsText(value) == text)
  }

  /// The page has functions of its own for the same.
  @Test(.enabled(if: PageReader.isAvailable), .timeLimit(.minutes(2)))
  func `The page says numbers as the report does`() async throws {
    var lines: [String] = []
    for value in [100.0, 99.99999, 99.951, 99.9, 92.273, 10, 9.999, 0.29, 0.004, 0, -1] {
      lines.append("percent(\(value)): [\(percentText(value))]")
    }
    for value in [-5.0, 0, 1e-9, 0.32, 1, 4.24, 9.96, 59.4, 59.6, 61, 3600, 3661, 86_400, 90_060] {
      lines.append("lengthOfTime(\(value)): [\(lengthText(seconds: value))]")
    }
    for value in [0.0, 4.24, 9.94, 9.96, 31.2, 1234.5] {
      lines.append("milliseconds(\(value)): [\(millisecondsText(value))]")
    }
    let folder = try TemporaryFolder()
    let words = try PageReader.script("words.js")
    let calls = lines.map { line in String(line.prefix { $0 != ":" }) }
    let page = """
      <!doctype html><html lang="en"><title>Numbers</title><pre></pre><script>\(words)
      for (const call of \(calls)) document.querySelector("pre").append(`${call}: [${eval(call)}]\\n`);
      </script></html>
      """
    let file = try folder.write(page, to: "numbers.html")
    let browser = try PageReader.look(at: "file://\(file)", lines.flatMap { ["--until", $0] })
    try await browser.verdict()
  }

  @Test(arguments: [
    ("29T14:33:07", 300), ("29T15:03:07", 900), ("29T20:03:07", 3600), ("30T02:03:07", 7200),
    ("30T14:03:07", 21_600), ("31T14:03:07", 43_200),
  ])
  func `An axis names a handful of full hours or days`(end: String, step: Double) throws {
    let from = try #require(ServiceTime("2026-10-29T14:03:07.25Z"))
    let to = try #require(ServiceTime("2026-10-\(end).25Z"))
    let axis = ReportAxis(from: from, to: to)
    let places = axis.marks.map(\.place)
    #expect((2...7).contains(places.count))
    for (one, other) in zip(places, places.dropFirst()) {
      #expect(abs((other - one) / 100 * to.seconds(since: from) - step) < 0.001)
    }
  }

  @Test(arguments: [
    ([31.2, 961], ["10 ms", "100 ms", "1 s"]), ([0.5], ["100 µs", "1 ms"]),
    ([], ["1 ms", "10 ms"]), ([.nan, -1, 0, 1e300], ["1 ms", "10 ms"]),
    ([10], ["10 ms", "100 ms"]),
  ])
  func `A scale spans the powers of ten around what was measured`(
    values: [Double],
    names: [String]
  ) throws {
    let point = try hour(with: "").probes[0].series[0]
    let scale = ReportScale(
      values.map { value in
        var point = point
        point.median = value
        return point
      }
    )
    #expect(scale.marks.map(\.name) == names)
    #expect(scale.marks.first?.place == ReportScale.height)
    #expect(scale.marks.last?.place == 26)
  }
}
