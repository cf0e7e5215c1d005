import NetwatchHTTP
import Testing

@Suite("A method")
struct HTTPMethodTests {
  @Test(
    "is idempotent where RFC 9110 says so",
    arguments: [
      ("GET", true), ("HEAD", true), ("PUT", true), ("DELETE", true), ("OPTIONS", true),
      ("TRACE", true), ("POST", false), ("PATCH", false), ("get", false), ("", false),
    ]
  )
  func idempotency(name: String, isIdempotent: Bool) {
    #expect(HTTPMethod(rawValue: name).isIdempotent == isIdempotent)
  }
}
