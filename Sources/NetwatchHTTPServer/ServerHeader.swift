internal import NetwatchCore

/// One field of the head of a request or an answer.
package struct ServerHeader: Hashable, Sendable {
  /// The field's name.
  package let name: String

  /// The field's value, without the blanks around it.
  package let value: String

  /// Makes a field that can be sent: nothing in it can end it early and begin another one.
  ///
  /// - Throws: ``HTTPServerError`` where the name is no token (RFC 9110, section 5.6.2), the value is
  ///   empty or has a control character, or the field is about the connection or how the body is framed, which the
  ///   server says itself.
  package init(_ name: String, _ value: String) throws(HTTPServerError) {
    // The library sends neither an empty value nor a tab.
    guard name.isHTTPToken, !value.isEmpty, !value.utf8.contains(0x09),
      value.utf8.allSatisfy(Self.isText)
    else {
      throw HTTPServerError("The header field \(name.debugDescription) cannot be sent.")
    }
    guard !Self.ownedByServer.contains(name.lowercased()) else {
      throw HTTPServerError("The header field \(name) is the server's own.")
    }
    (self.name, self.value) = (name, value)
  }

  /// Makes a field of a value that this program has written itself; the program is stopped where it
  /// cannot be sent.
  package init(own name: StaticString, _ value: String) {
    do throws(HTTPServerError) {
      try self.init(name.description, value)
    } catch {
      preconditionFailure(error.description)
    }
  }

  /// A field as it was received.
  init(receivedName name: String, value: String) {
    (self.name, self.value) = (name, value)
  }

  private static let ownedByServer: Set = [
    "connection", "content-length", "date", "keep-alive", "trailer", "transfer-encoding", "upgrade",
  ]

  /// Whether a byte may stand in a field's value (RFC 9110, section 5.5).
  static func isText(_ byte: UInt8) -> Bool {
    byte == 0x09 || (byte >= 0x20 && byte != 0x7F)
  }
}

extension ServerHeader {
  /// Whether the field has a name, in whatever case.
  ///
  /// Nothing is allocated for it: several fields of each request are looked for.
  fileprivate func isNamed(_ other: String) -> Bool {
    name.utf8.count == other.utf8.count
      && zip(name.utf8, other.utf8).allSatisfy { $0 == $1 || Self.isSameLetter($0, $1) }
  }

  private static func isSameLetter(_ first: UInt8, _ second: UInt8) -> Bool {
    first ^ second == 0x20 && (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first | 0x20)
  }
}

extension [ServerHeader] {
  /// The value of the first field of a name, in whatever case.
  package subscript(name: String) -> String? { first { $0.isNamed(name) }?.value }

  /// The values of all fields of a name, in whatever case.
  package func values(of name: String) -> [String] {
    filter { $0.isNamed(name) }.map(\.value)
  }
}
