import NetwatchTestSupport
import Testing

@testable import NetwatchClient

@Suite struct EventStreamParserTests {
  typealias Row = (stream: String, messages: [EventStreamMessage])

  static func message(_ data: String, _ type: String = "message", id: String = "")
    -> EventStreamMessage
  {
    EventStreamMessage(type: type, data: data, lastEventID: id)
  }

  static let rows: [Row] = [
    ("data: a\n\n", [message("a")]),
    ("data:a\r\rdata:b\r\n\r\ndata:c\n\n", [message("a"), message("b"), message("c")]),
    ("data: a\r\n\rdata: b\n\r\n", [message("a"), message("b")]),
    ("data: one\ndata: two\n\n", [message("one\ntwo")]),
    ("data:  two blanks\n\n", [message(" two blanks")]),
    ("data\n\n", [message("")]),
    ("data\ndata\n\n", [message("\n")]),
    ("data:\n\n", [message("")]),
    ("\u{FEFF}data: a\n\n", [message("a")]),
    ("\u{FEFF}\u{FEFF}data: a\n\ndata: b\n\n", [message("b")]),
    ("data: a\n\u{FEFF}data: b\n\n", [message("a")]),
    (": comment\n:\n\ndata: a\n:x\n\n", [message("a")]),
    ("event: state\ndata: a\n\ndata: b\n\n", [message("a", "state"), message("b")]),
    ("event: state\n\ndata: b\n\n", [message("b")]),
    ("event:\ndata: b\n\n", [message("b")]),
    ("id: 5\ndata: a\n\ndata: b\n\n", [message("a", id: "5"), message("b", id: "5")]),
    ("id: 5\n\ndata: b\n\n", [message("b", id: "5")]),
    ("id: 5\ndata: a\n\nid\ndata: b\n\n", [message("a", id: "5"), message("b")]),
    ("id: 5\ndata: a\n\nid: 6\u{0}\ndata: b\n\n", [message("a", id: "5"), message("b", id: "5")]),
    ("data: unfinished\n", []),
    ("data: a\n\ndata: unfinished", [message("a")]),
    ("Data: a\ndata : b\n data: c\n\n", []),
    ("unknown: x\nretry\ndata: a\n\n", [message("a")]),
    ("data: ä€😀\n\n", [message("ä€😀")]),
    ("", []),
    ("\n\n\r\r\n\n", []),
  ]

  private func parsed(_ pieces: [ArraySlice<UInt8>]) throws -> [EventStreamMessage] {
    var parser = EventStreamParser()
    return try pieces.flatMap { try parser.parse($0) }
  }

  @Test(arguments: rows)
  func `A stream is read as the standard says`(_ row: Row) throws {
    #expect(try parsed([Array(row.stream.utf8)[...]]) == row.messages)
  }

  @Test(arguments: rows)
  func `It makes no difference where a stream is cut`(_ row: Row) throws {
    let bytes = Array(row.stream.utf8)
    for cut in 0...bytes.count {
      #expect(try parsed([bytes[..<cut], bytes[cut...]]) == row.messages)
    }
    #expect(try parsed(bytes.indices.map { bytes[$0...$0] }) == row.messages)
  }

  @Test(arguments: 0..<200)
  func `Whatever bytes come, where they are cut makes no difference`(_ seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let words = [
      "data", "event", "id", "retry", ":", " ", "\n", "\r", "\r\n", "\n\n", "x", "7", "\u{0}",
      "\u{FEFF}", "é",
    ]
    var bytes = (0..<60).flatMap { _ in Array((words.randomElement(using: &generator) ?? "").utf8) }
    for _ in 0..<4 {
      bytes[.random(in: bytes.indices, using: &generator)] = .random(in: 0...255, using: &generator)
    }
    var pieces: [ArraySlice<UInt8>] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = Int.random(in: 0...7, using: &generator)
      pieces.append(rest.prefix(count))
      rest = rest.dropFirst(count)
    }
    #expect(try parsed(pieces) == parsed([bytes[...]]))
  }

  @Test func `Bytes that are no UTF-8 become replacement characters`() throws {
    let messages = try parsed([Array("data: ".utf8) + [0xFF, 0xC3] + Array("\n\n".utf8)])
    #expect(messages == [Self.message("\u{FFFD}\u{FFFD}")])
  }

  @Test(
    arguments: [
      ("retry: 2000\n", 2000), ("retry:0\n", 0), ("retry: 12x\n", nil), ("retry: -1\n", nil),
      ("retry:\n", nil), ("retry: 99999999999999999999\n", Int64.max), ("retry: ٣\n", nil),
      ("retry: 5\nretry: 1e3\n", 5),
    ] as [(String, Int64?)]
  )
  func `Only digits say how long to wait`(_ stream: String, _ expected: Int64?) throws {
    var parser = EventStreamParser()
    _ = try parser.parse(Array(stream.utf8))
    #expect(parser.retryMilliseconds == expected)
  }

  @Test func `The id counts with the empty line, and from the beginning what was asked for`() throws
  {
    var parser = EventStreamParser(lastEventID: "4")
    #expect(try parser.parse(Array("data: a\n\n".utf8)) == [Self.message("a", id: "4")])
    _ = try parser.parse(Array("id: 5\n".utf8))
    #expect(parser.lastEventID == "4")
    _ = try parser.parse(Array("\n".utf8))
    #expect(parser.lastEventID == "5")
  }

  @Test(arguments: ["data: ", "data: a\ndata: b\ndata: "])
  func `What is too long for memory ends the stream`(_ beginning: String) throws {
    var parser = EventStreamParser()
    _ = try parser.parse(Array(beginning.utf8))
    #expect(throws: EventTooLong.self) {
      for _ in 0...64 {
        _ = try parser.parse(Array(repeating: UInt8(ascii: "x"), count: 65_535))
        if beginning.count > 6 { _ = try parser.parse(Array("\ndata:".utf8)) }
      }
    }
  }
}
