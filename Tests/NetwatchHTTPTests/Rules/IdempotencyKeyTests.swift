import NetwatchHTTP
import NetwatchTestSupport
import Testing

@Suite("An Idempotency-Key")
struct IdempotencyKeyTests {
  @Test("is made of 128 bits, written as UUIDs are")
  func form() {
    var generator = SeededGenerator(seed: 1)
    var same = SeededGenerator(seed: 1)
    for _ in 0..<1000 {
      let key = IdempotencyKey.random(using: &generator)
      let groups = key.split(separator: "-", omittingEmptySubsequences: false)
      #expect(groups.map(\.count) == [8, 4, 4, 4, 12])
      let bits = [same.next(), same.next()].map { String($0, radix: 16) }
      #expect(groups.joined().hasSuffix(bits[1]) && groups.joined().contains(bits[0]))
      #expect(key.utf8.allSatisfy { "0123456789abcdef-".utf8.contains($0) })
    }
    #expect(IdempotencyKey.random() != IdempotencyKey.random())
  }

  @Test(
    "is sent as a quoted string, or not at all",
    arguments: [
      ("k1", "\"k1\""), (" ", "\" \""), ("a\"b", #""a\"b""#), (#"a\b"#, #""a\\b""#),
      ("~!", "\"~!\""), ("", nil), ("a\nb", nil), ("a\r\nb", nil), ("ä", nil), ("a\u{7f}", nil),
      ("a\u{0}", nil), ("\u{1f}", nil), ("a\u{301}", nil),
    ]
  )
  func quoting(key: String, value: String?) {
    #expect(IdempotencyKey.fieldValue(of: key) == value)
  }

  @Test("goes with the request's own fields")
  func fields() {
    var request = NetworkRequest(method: .post, url: "http://a.example/", headers: ["A": "b"])
    #expect(request.fieldsToSend == ["A": "b"] && !request.hasIdempotencyKey)
    request.idempotencyKey = "k"
    #expect(request.fieldsToSend == ["A": "b", "Idempotency-Key": "\"k\""])
    #expect(request.hasIdempotencyKey)
  }
}
