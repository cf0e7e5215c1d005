import NetwatchTestSupport
import Testing

@testable import NetwatchService

@Suite struct MetricsTests {
  @Test func `What there is is told in Prometheus' text format`() async throws {
    try await APIFixture.serving { service in
      _ = try await service.submit("[\(httpJob()),\(httpJob("https://other.example/"))]")
      let answer = try await service.ask("GET", "/metrics")
      #expect(answer.field("Content-Type") == "text/plain; version=0.0.4; charset=utf-8")
      for line in [
        "netwatch_connection_assumed_available 1", "netwatch_level{level=\"full\"} 1",
        "netwatch_level{level=\"none\"} 0", "netwatch_jobs{state=\"ready\"} 2",
        "netwatch_jobs{state=\"dead\"} 0", "netwatch_unfinished_jobs{kind=\"http\"} 2",
        "netwatch_destination_jobs{destination=\"https://example.org:443\"} 1",
      ] {
        #expect(answer.body.contains("\n\(line)\n"), "\(line)")
      }
    }
  }

  @Test func `Every line is a comment or a sample, and every metric is begun once`() async throws {
    try await APIFixture.serving { service in
      _ = try await service.submit(httpJob())
      let lines = try await service.ask("GET", "/metrics").body.split(separator: "\n")
      let sample = try Regex(#"[a-z_]+(\{[a-z]+="([^"\\]|\\\\|\\")*"\})? -?[0-9]+"#)
      let begun = lines.filter { $0.hasPrefix("# TYPE ") }
      #expect(Set(begun).count == begun.count)
      #expect(lines.allSatisfy { $0.hasPrefix("# ") || (try? sample.wholeMatch(in: $0)) != nil })
    }
  }

  @Test(arguments: [
    ("plain", "plain"), ("a\"b", #"a\"b"#), (#"a\b"#, #"a\\b"#), ("a\nb", #"a\\u{a}b"#),
    ("\u{1B}[31m", #"\\u{1b}[31m"#), ("é", "é"),
  ])
  func `The value of a label ends where it is meant to`(value: String, escaped: String) {
    var text = MetricsText()
    text.add("m", .gauge, "h", by: "l", [(value, 1)])
    let expected = "# HELP m h\n# TYPE m gauge\nm{l=\"\(escaped)\"} 1\n"
    #expect(String(decoding: text.bytes, as: UTF8.self) == expected)
  }

  @Test func `There are 50 destinations at most, and the rest together`() {
    var counts = Dictionary(uniqueKeysWithValues: (1...200).map { ("d\($0)", $0) })
    counts["other"] = 1_000
    let told = LabelledCounts.bounded(counts)
    #expect(told.count == 51)
    #expect(told.last?.0 == "other")
    #expect(told.last?.1 == (1...150).reduce(1_000, +))
    #expect(Set(told.dropLast().map(\.0)) == Set((151...200).map { "d\($0)" }))
    #expect(told.map(\.1).reduce(0, +) == counts.values.reduce(0, +))
  }
}
