/// What one run of socket_load found.
///
/// The load is made by a C program of its own, so that what it costs is small and the same for the
/// service and for nginx.
struct SocketLoad {
  /// Requests a second.
  let rate: Double

  /// The 99th percentile of what a request took, in milliseconds.
  let p99: Double

  /// Sends the request in a file so many times over so many connections.
  init(
    _ tools: Tools,
    _ socket: String,
    _ file: String,
    count: Int,
    connections: Int,
    status: Int
  ) throws(BenchmarkError) {
    var process = try ChildProcess.start([
      tools.peer("socket_load"), socket, file, "\(count)", "\(connections)", "\(status)",
    ])
    let (text, code) = try process.readToEnd()
    guard code == 0 else { throw BenchmarkError("socket_load ended with status \(code)") }
    rate = try text.figure(after: "rate=")
    p99 = try text.figure(after: "p99=") / 1000
  }
}

/// A request as it is sent.
struct HTTPText {
  let bytes: [UInt8]

  /// A request without a body.
  static func get(_ path: String) -> HTTPText {
    HTTPText(bytes: Array("GET \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8))
  }

  /// A request with JSON in its body.
  static func post(_ path: String, _ json: String) -> HTTPText {
    let head = """
      POST \(path) HTTP/1.1\r
      Host: localhost\r
      Content-Type: application/json\r
      Content-Length: \(json.utf8.count)\r
      \r

      """
    return HTTPText(bytes: Array((head + json).utf8))
  }
}
