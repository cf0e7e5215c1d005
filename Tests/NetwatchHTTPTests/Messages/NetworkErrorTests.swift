import NetwatchCore
import NetwatchHTTP
import Testing

@Suite("An error")
struct NetworkErrorTests {
  private func log(_ errors: NetworkError...) -> AttemptLog {
    var log = AttemptLog()
    for (place, error) in errors.enumerated() {
      let verdict = RetryVerdict.final("reason \(place + 1)")
      log.append(AttemptRecord(number: place + 1, failure: RetryFailure(error), verdict: verdict))
    }
    return log
  }

  @Test("says in a line what was asked and what happened, and below it what was tried")
  func text() {
    let error = NetworkError(
      .refused,
      "nothing listens on port 443",
      method: .post,
      url: "https://api.example/items?q=1",
      attempts: log(NetworkError(.timeout, "no answer"), NetworkError(.refused, "nothing listens"))
    )
    #expect(
      error.description == """
        POST https://api.example/items?q=1: connection refused: nothing listens on port 443
          attempt 1: timed out; timed out: no answer; reason 1
          attempt 2: connection refused; connection refused: nothing listens; reason 2
        """
    )
    #expect(error.nothingReachedServer && !NetworkError(.timeout, "").nothingReachedServer)
  }

  @Test("says only what it knows")
  func short() {
    #expect(NetworkError(.timeout, "").description == "timed out")
    #expect(NetworkError(.timeout, "timed out").description == "timed out")
    #expect(
      NetworkError(.decoding, "x", method: .get).description == "GET: body does not decode: x"
    )
  }

  @Test("shows controls in what came from outside, once, and breaks no line at them")
  func controls() {
    let hostile = "a\u{1b}[31m\r\nb\u{202e}c\\d"
    let inner = NetworkError(.unknown, hostile, method: .get, url: "http://h/\u{7}")
    let error = NetworkError(
      .unknown,
      hostile,
      method: HTTPMethod(rawValue: "G\nT"),
      url: "http://h/\n",
      attempts: log(inner)
    )
    let shown = #"a\u{1b}[31m\u{d}\u{a}b\u{202e}c\d"#
    #expect(error.message == shown)
    #expect(
      error.description == """
        G\\u{a}T http://h/\\u{a}: unknown error: \(shown)
          attempt 1: unknown error; GET http://h/\\u{7}: unknown error: \(shown); reason 1
        """
    )
  }

  @Test(
    "keeps the user of a URL to itself",
    arguments: [
      ("http://u:p@h.example/a@b?c@d", "http://h.example/a@b?c@d"), ("http://u@h", "http://h"),
      ("http://h/a@b", "http://h/a@b"), ("http://u:p@x@h/", "http://h/"), ("u:p@h", "h"),
      ("http://h?a@b", "http://h?a@b"), ("http://h#a@b", "http://h#a@b"), ("", ""),
      ("//u@h", "//h"),
    ]
  )
  func users(url: String, shown: String) {
    #expect(NetworkError(.unknown, "", url: url).url == shown)
  }

  @Test("tells the chain its kind")
  func kind() {
    #expect(NetworkErrorType(of: NetworkError(.status(503), "")) == .status(503))
  }
}
