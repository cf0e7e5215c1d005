import NetwatchHTTP
import Testing

/// What is left of a URL that is shown or kept.
@Suite struct SecretsOfURLsTests {
  @Test(
    arguments: [
      ("https://h/p", "https://h/p"), ("https://h/p?", "https://h/p?"),
      ("https://h/#", "https://h/#"),
      ("https://h/p?a=b", "https://h/p?…"), ("https://h/#a?b", "https://h/#…"), ("?a", "?…"),
      ("https://h/p?\u{301}a", "https://h/p?…"), ("app://cb#\u{301}t=a b", "app://cb#…"), ("", ""),
    ]
  )
  func `a URL has no query and no fragment`(url: String, shown: String) {
    #expect(url.withoutQuery == shown)
  }

  @Test(
    arguments: [
      ("https://u:p@h/p", "https://h/p"), ("u:p@h/p", "h/p"), ("https://u@v@h", "https://h"),
      ("https://h/a@b", "https://h/a@b"), ("https://h?a@b", "https://h?a@b"),
      ("https://u:p@\u{301}h/", "https://\u{301}h/"), ("//u@h\\@i", "//h\\@i"), ("h", "h"),
      ("", ""),
    ]
  )
  func `a URL has no user and no password`(url: String, shown: String) {
    #expect(url.withoutUserInformation == shown)
  }

  @Test(
    arguments: [
      ("GET https://h/p?a=b failed", "GET https://h/p?… failed"),
      (#"the URL "https://h/?a=b" is long"#, #"the URL "https://h/?…" is long"#),
      (#"the URL "https://h/?a=\"b" is long"#, #"the URL "https://h/?…" is long"#),
      ("https://h/?a?b#c d https://i#e", "https://h/?… d https://i#…"),
      ("after # it expects more", "after # it expects more"), ("really? yes?", "really? yes?"),
      ("https://h/?\u{301}a", "https://h/?…"), ("", ""),
    ]
  )
  func `a sentence has no query and no fragment in it`(sentence: String, shown: String) {
    #expect(sentence.withoutQueries == shown)
  }
}
