/// Finds HTTP requests in what a connection has sent (RFC 9112, without chunked bodies).
struct RequestReader {
  private var bytes: [UInt8] = []

  private static let headEnd = Array("\r\n\r\n".utf8)

  var isEmpty: Bool { bytes.isEmpty }

  mutating func append(_ more: [UInt8]) {
    bytes += more
  }

  /// Takes the next request, or returns `nil` where it is not complete.
  mutating func takeRequest(connection: Int) -> ScriptedServer.Request? {
    guard let headEnd = bytes.firstRange(of: Self.headEnd) else { return nil }
    let head = String(decoding: bytes[..<headEnd.lowerBound], as: UTF8.self)
    let bodyLength = Self.bodyLength(head)
    guard bytes.count >= headEnd.upperBound + bodyLength else { return nil }
    let body = bytes[headEnd.upperBound..<(headEnd.upperBound + bodyLength)]
    defer { bytes.removeFirst(headEnd.upperBound + bodyLength) }
    let text = String(decoding: body, as: UTF8.self)
    return .init(head: head, body: text, connection: connection)
  }

  private static func bodyLength(_ head: String) -> Int {
    let request = ScriptedServer.Request(head: head, body: "", connection: 0)
    return request.header("Content-Length").flatMap { Int($0) } ?? 0
  }
}
