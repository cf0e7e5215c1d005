import NetwatchCurl
import NetwatchHTTP
import Testing

@Suite("A header")
struct HTTPHeadersTests {
  let headers: HTTPHeaders = ["Accept": "a", "X": "1", "x": "2", "B": ""]

  @Test("keeps the order and finds names in any case")
  func order() {
    #expect(headers.map(\.name) == ["Accept", "X", "x", "B"])
    #expect(headers["accept"] == "a" && headers["X"] == "1" && headers["x"] == "1")
    #expect(headers["b"] == "" && headers["c"] == nil)
    #expect(headers.values(of: "X") == ["1", "2"] && headers.values(of: "c").isEmpty)
    #expect(headers.contains(name: "ACCEPT") && !headers.contains(name: "Accept "))
  }

  @Test("puts one field in the place of all of its name")
  func setting() {
    var headers = headers
    headers.set("x", "3")
    #expect(headers == ["Accept": "a", "X": "3", "B": ""])
    headers.set("New", "4")
    #expect(headers.last == HTTPField(name: "New", value: "4"))
    headers.append("new", "5")
    #expect(headers.values(of: "NEW") == ["4", "5"])
    headers.remove("nEw")
    #expect(headers.count == 3)
  }

  @Test("is equal to another but for the case of names")
  func equality() {
    let header: HTTPHeaders = ["A": "b"]
    #expect(header == ["a": "b"] && header != ["a": "B"] && header != ["A": "b", "a": "b"])
    #expect(Set([HTTPField(name: "A", value: "b"), HTTPField(name: "a", value: "b")]).count == 1)
    // A letter of another alphabet has no case here.
    #expect(HTTPField(name: "Ä", value: "") != HTTPField(name: "ä", value: ""))
    #expect(HTTPField(name: "[", value: "") != HTTPField(name: "{", value: ""))
  }

  @Test(
    "takes over an answer's fields with folded lines made one",
    arguments: [
      ("a", "a"), ("", ""), (" a ", "a"), ("\ta b\t", "a b"), ("\r\n 120", "120"),
      ("a\r\n b", "a   b"),
      ("a\r\n\tb\r\n", "a  \tb"), ("\r", ""), ("a\rb", "a b"), ("a\u{0}b", "a b"), ("ä\r\n", "ä"),
    ]
  )
  func folding(value: String, expected: String) {
    #expect(HTTPHeaders([CurlHeader(name: "X", value: value)]).first?.value == expected)
  }

  @Test("takes over fields of one name as several")
  func duplicates() {
    let headers = HTTPHeaders(["1", "2", "1"].map { CurlHeader(name: "X", value: $0) })
    #expect(headers.values(of: "x") == ["1", "2", "1"])
  }
}
