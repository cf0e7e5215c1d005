extension ScriptedServer {
  /// What happens on a connection, step by step; after the last one the connection is closed.
  package typealias Script = [Step]

  /// A step of a script.
  package enum Step: Sendable {
    /// Waits for the head of an HTTP request, and for the body that its Content-Length announces.
    case readRequest
    /// Goes on with the steps that the closure makes for the request read last.
    case respond(@Sendable (Request) -> Script)
    case send(String)
    case sendBytes([UInt8])
    /// Sends the text at once and then again and again.
    case sendEvery(String, Duration)
    /// Sends the text as fast as the client takes it.
    case sendForever(String)
    case pause(Duration)
    /// Waits for the next byte, and starts over with the newest script.
    case again
    /// Closes the connection in the orderly way.
    ///
    /// What has not been read is thrown away first. A request that arrives later is answered by a
    /// reset, as it is by any server: read it before.
    case close
    /// Aborts the connection: the client's next read fails with ECONNRESET.
    case reset
    /// Says nothing more; the connection stays until the client or the server ends.
    case hang
  }

  /// A request that has been read to its end.
  package struct Request: Sendable {
    /// The request line and the header lines, without the empty line.
    package let head: String
    package let body: String
    /// The number of its connection, from 1.
    package let connection: Int

    /// The first line: `GET /path HTTP/1.1`.
    package var line: String { lines.first ?? "" }

    package var method: String { word(0) }

    /// The path and query, as sent.
    package var target: String { word(1) }

    /// The value of the first header line with this name, in whatever case.
    package func header(_ name: String) -> String? {
      let prefix = name.lowercased() + ":"
      let line = lines.dropFirst().first { $0.lowercased().hasPrefix(prefix) }
      return line.map { String($0.dropFirst(prefix.count).drop { $0 == " " }) }
    }

    private var lines: [String] { head.split(separator: "\r\n").map(String.init) }

    private func word(_ index: Int) -> String {
      let words = line.split(separator: " ")
      return index < words.count ? String(words[index]) : ""
    }
  }
}

extension ScriptedServer.Script {
  /// Reads a request and answers it, as often as the client asks.
  ///
  /// Content-Length is added where the headers name neither it nor Transfer-Encoding, except to the
  /// statuses that have no body.
  ///
  /// - Parameters:
  ///   - status: The status code.
  ///   - reason: The words after it.
  ///   - headers: The header lines, in order; a name may stand several times.
  ///   - body: The body.
  ///   - keepsAlive: Whether the connection stays open for another request.
  /// - Returns: The script.
  package static func http(
    status: Int = 200,
    reason: String = "",
    headers: KeyValuePairs<String, String> = [:],
    body: String = "",
    keepsAlive: Bool = true
  ) -> Self {
    [
      .readRequest,
      .response(
        status: status,
        reason: reason,
        headers: headers,
        body: body,
        keepsAlive: keepsAlive
      ),
      keepsAlive ? .again : .close,
    ]
  }
}

extension ScriptedServer.Step {
  /// Sends one HTTP response; the parameters are those of `http`.
  package static func response(
    status: Int = 200,
    reason: String = "",
    headers: KeyValuePairs<String, String> = [:],
    body: String = "",
    keepsAlive: Bool = true
  ) -> Self {
    var lines = ["HTTP/1.1 \(status) \(reason)"] + headers.map { "\($0.key): \($0.value)" }
    let names = headers.map { $0.key.lowercased() }
    let hasNoBody = status < 200 || status == 204 || status == 304
    if !hasNoBody, !names.contains("content-length"), !names.contains("transfer-encoding") {
      lines.append("Content-Length: \(body.utf8.count)")
    }
    if !keepsAlive { lines.append("Connection: close") }
    return .send(lines.map { $0 + "\r\n" }.joined() + "\r\n" + body)
  }
}
