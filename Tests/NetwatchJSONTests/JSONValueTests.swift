import NetwatchJSON
import Testing

struct JSONValueTests {
  private func read(_ text: String, depth: Int = 8, count: Int = 100) throws(JSONError) -> JSONValue
  {
    try JSONValue.read(Array(text.utf8), within: JSONLimits(depth: depth, count: count))
  }

  private func refusal(_ text: String, depth: Int = 8, count: Int = 100) -> String? {
    do throws(JSONError) {
      _ = try read(text, depth: depth, count: count)
      return nil
    } catch {
      return error.description
    }
  }

  @Test(
    "A text is read to the byte",
    arguments: [
      (#""""#, ""), (#""a\u0000b""#, "a\u{0}b"), (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"),
      (#""\u00e4\ud83d\ude00""#, "\u{E4}\u{1F600}"), ("\"\u{E4}\u{1F600}\"", "\u{E4}\u{1F600}"),
    ]
  )
  func text(json: String, expected: String) throws {
    let value = try read(json)
    #expect(value.text == expected)
    #expect(value.textBytes == Array(expected.utf8))
    #expect(value.number == nil && value.integer == nil)
    #expect(value.elements == nil && value.members == nil)
  }

  @Test(
    "A number is whole however it is written, or it is not",
    arguments: [
      ("0", 0, 0), ("-7", -7, -7), ("1e2", 100, 100), ("2.0", 2, 2), ("0e1", 0, 0), ("-0", 0, 0),
      ("0.5", nil, 0.5), ("1e300", nil, 1e300),
      ("9223372036854775807", Int.max, 0x1p63),
    ] as [(String, Int?, Double)]
  )
  func number(json: String, integer: Int?, number: Double) throws {
    let value = try read(json)
    #expect(value.integer == integer)
    #expect(value.number == number)
    #expect(value.text == nil)
  }

  @Test(arguments: ["true", "false", "null"])
  func `what is neither text nor number is nothing else`(json: String) throws {
    let value = try read(json)
    #expect(value.text == nil && value.number == nil && value.integer == nil)
    #expect(value.elements == nil && value.members == nil && value.textBytes == nil)
  }

  @Test func `members come in the order of the text, and outlive the rest`() throws {
    var members = try #require(try read(#" {"b":[1,[2]],"":"x","a":{}} "#).members)
    #expect(members.count == 3)
    let next = members.next()
    let first = try #require(next)
    #expect(first.name == "b")
    let inner = try #require(first.value.elements?.last?.elements)
    #expect(inner.map(\.integer) == [2])
    #expect(members.map(\.name) == ["", "a"])
  }

  @Test(
    "What is no JSON is refused, and told by its place alone",
    arguments: [
      ("", "it ends before a value does (line 1, column 0)"),
      ("{", "it ends before a value does (line 1, column 1)"),
      ("[1,]", "it is not JSON in UTF-8 (line 1, column 4)"),
      ("{'a':1}", "it is not JSON in UTF-8 (line 1, column 2)"),
      ("[1]\n x", "it is not JSON in UTF-8 (line 2, column 2)"),
      ("\u{FEFF}1", "it is not JSON in UTF-8 (line 1, column 1)"),
      ("01", "it is not JSON in UTF-8 (line 1, column 1)"),
      ("NaN", "it is not JSON in UTF-8 (line 1, column 3)"),
      ("\"secret", "it ends before a value does (line 1, column 7)"),
      ("\"\\ud800\"", "it is not JSON in UTF-8 (line 1, column 8)"),
      ("\"a\nb\"", "it is not JSON in UTF-8 (line 1, column 2)"),
      ("1e999", "a number is too large (line 1, column 5)"),
      ("99999999999999999999", "a number is too large (line 1, column 20)"),
      (#"{"a\u0000":1}"#, "a name has a zero in it (line 1, column 10)"),
      (#"{"a":1,"a":2}"#, "a name stands twice in an object (line 1, column 10)"),
    ]
  )
  func refused(json: String, expected: String) {
    #expect(refusal(json) == expected)
  }

  @Test func `bytes that are not UTF-8 are refused`() {
    for bytes: [UInt8] in [
      [0x22, 0xFF, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22], [0x7B, 0, 0x7D, 0],
    ] {
      #expect(throws: JSONError.self) {
        try JSONValue.read(bytes, within: JSONLimits(depth: 8, count: 100))
      }
    }
  }

  @Test func `nesting and values are counted, but not in texts`() {
    #expect(refusal("[[1]]", depth: 2, count: 3) == nil)
    #expect(refusal("[[1]]", depth: 1) == "values are nested more than 1 deep")
    #expect(refusal("[[1],[1]]", depth: 2, count: 4) == "there are more than 4 values in it")
    #expect(refusal(#"["[[,\",[",[],[]]"#, depth: 2, count: 6) == nil)
    #expect(refusal(String(repeating: "[", count: 100_000)) == "values are nested more than 8 deep")
  }
}
