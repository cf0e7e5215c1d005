/// Reads a stream of server-sent events, however it is cut into pieces (WHATWG HTML, section 9.2).
///
/// It is a value and knows nothing of connections. A new one is made for each.
struct EventStreamParser {
  /// How long a line may be, and the data of an event, in bytes.
  static let limit = 4 << 20

  /// The id to go on after: the newest one, which also an event without data may have brought.
  private(set) var lastEventID: String

  /// How many milliseconds to wait before connecting again, where the server said so.
  private(set) var retryMilliseconds: Int64?

  private var line: [UInt8] = []
  private var isAfterCarriageReturn = false
  private var isFirstLine = true

  private var idBuffer: String
  private var type = ""
  private var data: [UInt8] = []
  private var hasData = false

  /// - Parameter lastEventID: The id that was asked for; empty for none.
  init(lastEventID: String = "") {
    self.lastEventID = lastEventID
    idBuffer = lastEventID
  }

  /// Takes the next piece of the stream.
  ///
  /// - Parameter bytes: The piece, cut wherever.
  /// - Returns: The events that it completes. What follows the last empty line is kept, and lost with
  ///   the stream's end.
  /// - Throws: ``EventTooLong``, after which the stream cannot be read on.
  mutating func parse(_ bytes: some Sequence<UInt8>) throws(EventTooLong) -> [EventStreamMessage] {
    var messages: [EventStreamMessage] = []
    for byte in bytes {
      if let message = try take(byte) { messages.append(message) }
    }
    return messages
  }

  /// A line ends with CR, LF or both.
  private mutating func take(_ byte: UInt8) throws(EventTooLong) -> EventStreamMessage? {
    let isSecondHalf = isAfterCarriageReturn && byte == UInt8(ascii: "\n")
    isAfterCarriageReturn = byte == UInt8(ascii: "\r")
    if isSecondHalf { return nil }
    if isAfterCarriageReturn || byte == UInt8(ascii: "\n") { return try endLine() }
    guard line.count < Self.limit else { throw EventTooLong() }
    line.append(byte)
    return nil
  }

  private mutating func endLine() throws(EventTooLong) -> EventStreamMessage? {
    var text = line[...]
    if isFirstLine, text.starts(with: [0xEF, 0xBB, 0xBF]) { text = text.dropFirst(3) }
    isFirstLine = false
    defer { line.removeAll(keepingCapacity: true) }
    if text.isEmpty { return dispatch() }
    let colon = text.firstIndex(of: UInt8(ascii: ":")) ?? text.endIndex
    var value = text[colon...].dropFirst()
    if value.first == UInt8(ascii: " ") { value = value.dropFirst() }
    try take(field: String(decoding: text[..<colon], as: UTF8.self), value)
    return nil
  }

  /// A line that begins with a colon is a comment: a field without a name.
  private mutating func take(field: String, _ value: ArraySlice<UInt8>) throws(EventTooLong) {
    switch field {
    case "event": type = String(decoding: value, as: UTF8.self)
    case "data":
      guard data.count + value.count < Self.limit else { throw EventTooLong() }
      if hasData { data.append(UInt8(ascii: "\n")) }
      hasData = true
      data += value
    case "id": if !value.contains(0) { idBuffer = String(decoding: value, as: UTF8.self) }
    case "retry": takeRetry(value)
    default: break
    }
  }

  private mutating func takeRetry(_ value: ArraySlice<UInt8>) {
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    guard !value.isEmpty, value.allSatisfy(digits.contains) else { return }
    // A number that does not fit is a long wait.
    retryMilliseconds = Int64(String(decoding: value, as: UTF8.self)) ?? .max
  }

  /// The id counts even where there is no event, because it was not given any data.
  private mutating func dispatch() -> EventStreamMessage? {
    lastEventID = idBuffer
    defer {
      type = ""
      data = []
      hasData = false
    }
    // One line of data that is empty is data: an empty text.
    guard hasData else { return nil }
    return EventStreamMessage(
      type: type.isEmpty ? "message" : type,
      data: String(decoding: data, as: UTF8.self),
      lastEventID: lastEventID
    )
  }
}

/// Says that a line or an event is longer than is taken into memory.
struct EventTooLong: Error {}
