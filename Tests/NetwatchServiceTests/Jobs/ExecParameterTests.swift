import Testing

@testable import NetwatchService

/// What a template can be given.
struct ExecParameterTests {
  private func takes(_ kind: ExecParameter.Kind, _ value: String) -> Bool {
    ExecParameter(name: "p", kind: kind).takes(value)
  }

  @Test(
    "A number is a whole one in bounds, in the only way to write it",
    arguments: [
      ("5", true), ("10", true), ("4", false), ("11", false), ("-5", false), ("+5", false),
      ("05", false), ("5 ", false), (" 5", false), ("5.0", false), ("0x5", false), ("", false),
      ("\u{665}", false), ("99999999999999999999", false),
    ]
  )
  func integer(value: String, isTaken: Bool) {
    #expect(takes(.integer(5...10), value) == isTaken)
  }

  @Test(
    "A word cannot be an option, a path, or more than one word",
    arguments: [
      ("a", true), ("a.b_c-d", true), ("0", true), ("-a", false), ("--", false), (".a", false),
      ("_a", false), ("a b", false), ("a/b", false), ("a\nb", false), ("a;b", false), ("", false),
      ("\u{E4}", false), ("a\u{0}", false), ("$HOME", false),
    ]
  )
  func word(value: String, isTaken: Bool) {
    #expect(takes(.word(pattern: nil), value) == isTaken)
  }

  @Test(
    "A path leads from the root, and nowhere else",
    arguments: [
      ("/a/b c", true), ("/", true), ("/\u{E4}", true), ("a", false), ("/a/../b", false),
      ("/./a", false), ("//a", false), ("/a/", false), ("/a\nb", false), ("/a\u{202E}b", false),
      ("-/a", false), ("", false), ("/a\u{0}b", false), ("/a/../\u{301}b", false),
      ("/\u{301}..", true),
      ("/\u{301}/../b", false),
    ]
  )
  func path(value: String, isTaken: Bool) {
    #expect(takes(.path(pattern: nil), value) == isTaken)
  }

  @Test func `patterns are matched as of fnmatch, in a path part by part`() {
    #expect(takes(.word(pattern: "db-*"), "db-1"))
    #expect(!takes(.word(pattern: "db-*"), "web-1"))
    #expect(takes(.path(pattern: "/srv/*/x"), "/srv/a/x"))
    #expect(!takes(.path(pattern: "/srv/*/x"), "/srv/a/b/x"))
    #expect(!takes(.path(pattern: "/srv/*"), "/etc/passwd"))
  }

  @Test func `a choice is one of its words`() {
    #expect(takes(.choice(["fast", "slow"]), "slow"))
    #expect(!takes(.choice(["fast", "slow"]), "Slow"))
    #expect(!takes(.choice(["-x"]), "-x"))
  }

  @Test func `nothing is longer than 4096 bytes`() {
    #expect(takes(.word(pattern: nil), String(repeating: "a", count: 4096)))
    #expect(!takes(.word(pattern: nil), String(repeating: "a", count: 4097)))
  }
}
