import NetwatchTestSupport
import Testing

@testable import NetwatchService

/// Submissions that nobody would write.
struct RandomSubmissionTests {
  private static let secret = "s3cr3t"

  private static let seeds = [
    #"{"kind":"http","http":{"method":"POST","url":"https://a.example/?t=s3cr3t","headers":{"X":"s3cr3t"},"body":"s3cr3t"},"uniqueKey":"s3cr3t","deadline":"1h"}"#,
    #"[{"kind":"exec","exec":{"template":"t","arguments":{"n":7,"w":"s3cr3t"}},"priority":"low"}]"#,
  ]

  private static let pieces = [
    "{", "}", "[", "]", ",", ":", "\"", "\\", "\\u0000", "\\ud800", "null", "true", "-1", "1e999",
    "0.5", "\u{0}", "\u{1B}", "\"s3cr3t\"", "\"http\"", "\"url\"", "\"exec\"",
    "99999999999999999999",
  ]

  @Test func `a thousand of them are taken or refused, and none is told back`() {
    let kinds = kinds { $0.execTemplates["t"] = .init(program: "/bin/true", destination: "exec:t") }
    var generator = SeededGenerator(seed: 20_261_130)
    for number in 0..<1000 {
      var text = Self.seeds[number % 2]
      for _ in 0..<Int.random(in: 1...4, using: &generator) { change(&text, &generator) }
      guard let refusal = kinds.refusal(of: text) else { continue }
      #expect(!refusal.message.contains(Self.secret), "\(text)")
      #expect(!refusal.field.isEmpty && refusal.description.utf8.count < 1000)
      #expect(!refusal.description.unicodeScalars.contains { $0.value < 0x20 }, "\(text)")
    }
  }

  private func change(_ text: inout String, _ generator: inout SeededGenerator) {
    var bytes = Array(text.utf8)
    let start = Int.random(in: 0..<max(bytes.count, 1), using: &generator)
    let end = min(start + Int.random(in: 0...6, using: &generator), bytes.count)
    let piece = Self.pieces.randomElement(using: &generator) ?? ""
    bytes.replaceSubrange(min(start, end)..<end, with: Array(piece.utf8))
    text = String(decoding: bytes, as: UTF8.self)
  }
}
