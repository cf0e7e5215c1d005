import NetwatchCore
import Testing

@Suite struct TerminalSafeTests {
  @Test(arguments: [
    ("eth0", "eth0"), ("", ""), ("https://a.example/?q=1&r='2'", "https://a.example/?q=1&r='2'"),
    ("größe-電波", "größe-電波"), ("a\u{1b}[31mb", #"a\u{1b}[31mb"#), ("a\nb", #"a\u{a}b"#),
    ("a\r\nb", #"a\u{d}\u{a}b"#), ("a\tb", #"a\u{9}b"#), ("a\u{0}b", #"a\u{0}b"#),
    ("a\u{7f}b", #"a\u{7f}b"#), ("a\u{9b}31m", #"a\u{9b}31m"#), ("a\u{202e}b", #"a\u{202e}b"#),
    ("a\u{2066}b", #"a\u{2066}b"#), ("a\u{200b}b", #"a\u{200b}b"#), ("a\u{2028}b", #"a\u{2028}b"#),
    ("\u{feff}a", #"\u{feff}a"#), ("\u{e0041}", #"\u{e0041}"#), ("\u{e000}", #"\u{e000}"#),
    (#"a\u{1b}"#, #"a\\u{1b}"#), (String(decoding: [0x61, 0xFF], as: UTF8.self), "a\u{fffd}"),
  ])
  func shows(text: String, safe: String) {
    #expect(terminalSafe(text) == safe)
  }
}
