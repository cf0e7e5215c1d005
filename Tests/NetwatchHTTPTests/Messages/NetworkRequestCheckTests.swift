import NetwatchCore
import NetwatchHTTP
import Testing

@Suite("A request")
struct NetworkRequestCheckTests {
  private static let url = "http://a.example/"

  /// A request that is like any other but for one thing.
  private func request(_ change: (inout NetworkRequest) -> Void) -> NetworkRequest {
    var request = NetworkRequest(url: Self.url)
    change(&request)
    return request
  }

  private func complaint(_ change: (inout NetworkRequest) -> Void) -> NetworkError? {
    do throws(NetworkError) {
      try request(change).check()
      return nil
    } catch {
      return error
    }
  }

  @Test("is good as it is, and with everything said")
  func good() {
    #expect(complaint { _ in } == nil)
    #expect(
      complaint {
        $0.method = HTTPMethod(rawValue: "M-SEARCH")
        $0.headers = ["X-!#$%&'*+-.^_`|~1": "any thing, ä \t", "Empty": ""]
        $0.body = .source(BodySource(length: 0, isReplayable: true) { _ in })
        $0.attemptTimeout = .nanoseconds(1)
        $0.deadline = .seconds(Int64.max)
        $0.idempotencyKey = "\"k\\"
        $0.bodyLimit = 0
        $0.url = "https://u:p@[2001:db8::1]:8443/x?y"
      } == nil
    )
  }

  @Test(
    "is refused without a method that is a token",
    arguments: ["", "GE T", "GÄT", "A\r\nB", "a:"]
  )
  func methods(name: String) throws {
    let error = try #require(complaint { $0.method = HTTPMethod(rawValue: name) })
    #expect(error.networkErrorType == .invalidRequest && error.nothingReachedServer)
    #expect(error.message.contains("the method") && error.message.contains("token"))
  }

  @Test(
    "is refused with a field that could not be sent as it is, whose value stays unsaid",
    arguments: [
      ("", "a"), ("a b", "a"), ("a:", "a"), ("a\n", "a"), ("ä", "a"), ("X", "secret\r\nY: z"),
      ("X", "secret\n"), ("X", "secret\r"), ("X", "secret\u{0}"), ("content-length", "5"),
      ("Transfer-Encoding", "chunked"),
    ]
  )
  func fields(name: String, value: String) throws {
    let error = try #require(complaint { $0.headers = [HTTPField(name: name, value: value)] })
    #expect(error.networkErrorType == .invalidRequest)
    #expect(error.message.contains("header") && !error.description.contains("secret"))
    #expect(!error.description.contains("\n"))
  }

  @Test(
    "is refused without a URL that can be asked for, whose user stays unsaid",
    arguments: [
      ("", "absolute"), ("a.example", "absolute"), ("/x", "absolute"), ("http://", "absolute"),
      ("http://a b/", "absolute"), ("http://a.example:99999/", "absolute"),
      ("http://a.example/\u{0}", "absolute"), ("http://a.example/\n", "absolute"),
      ("ftp://a.example/", "scheme"), ("file:///etc/passwd", "scheme"),
      ("ftp://user:secret@a.example/", "scheme"), ("http://user:secret@a b/", "absolute"),
      ("user:secret@a.example", "scheme"),
      ("http://user:sec@ret:secret@a.example:x/", "absolute"),
    ]
  )
  func urls(url: String, reason: String) throws {
    let error = try #require(complaint { $0.url = url })
    #expect(error.networkErrorType == .invalidRequest)
    #expect(error.message.contains("the URL") && error.message.contains(reason))
    #expect(!error.description.contains("secret") && !error.description.contains("user"))
  }

  @Test("is refused with a limit that leaves nothing")
  func limits() {
    #expect(complaint { $0.attemptTimeout = .zero }?.message.contains("attempt timeout") == true)
    #expect(complaint { $0.attemptTimeout = .seconds(-1) }?.message.contains("-1 s") == true)
    #expect(complaint { $0.deadline = .zero }?.message.contains("deadline") == true)
    #expect(complaint { $0.deadline = .seconds(Int64.min) }?.message.contains("deadline") == true)
    #expect(complaint { $0.bodyLimit = -1 }?.message.contains("-1 bytes") == true)
  }

  @Test("is refused with a key that cannot be sent, or one too many")
  func keys() {
    for key in ["", "ä", "a\nb"] {
      #expect(complaint { $0.idempotencyKey = key }?.message.contains("printable ASCII") == true)
    }
    let twice = complaint {
      $0.idempotencyKey = "k"
      $0.headers = ["idempotency-key": "\"k\""]
    }
    #expect(twice?.message.contains("twice") == true)
  }

  @Test("is refused with a body that cannot be")
  func bodies() {
    #expect(complaint { $0.body = .file("") }?.message.contains("the body's file") == true)
    #expect(complaint { $0.body = .file("a\u{0}b") }?.message.contains("the body's file") == true)
    let negative = BodySource(length: -1, isReplayable: true) { _ in }
    #expect(complaint { $0.body = .source(negative) }?.message.contains("-1 bytes") == true)
  }
}
