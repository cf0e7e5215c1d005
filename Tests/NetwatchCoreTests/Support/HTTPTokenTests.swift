import NetwatchCore
import Testing

struct HTTPTokenTests {
  @Test(arguments: [
    ("X-Count", true), ("!#$%&'*+-.^_`|~", true), ("0", true), ("", false), ("a b", false),
    ("a:", false), ("a\r\n", false), ("a\u{0}", false), ("ä", false), ("\"a\"", false),
  ])
  func `a token has letters, digits and some signs`(_ text: String, _ isToken: Bool) {
    #expect(text.isHTTPToken == isToken)
  }
}
