/// Where clients reach the service.
package struct ListenSettings: Hashable, Sendable {
  /// The path of the Unix socket.
  package var socket = "/run/netwatch/netwatch.sock"

  /// The socket's permissions; others never have any.
  package var mode: UInt32 = 0o660

  /// The socket's group, or `nil` for that of the process.
  package var group: Account?

  /// The port on 127.0.0.1 and ::1, or `nil` for none.
  package var tcpPort: UInt16?

  /// The file with the token that clients of the port show, without which there is no port.
  package var tokenFile: String?
}

extension ListenSettings {
  /// The longest path that fits into the address of a socket (unix(7)), its final NUL aside.
  static let maximumSocketLength = 107

  /// Permissions as chmod(1) writes them.
  static func mode(_ node: ConfigurationNode) throws(ConfigurationError) -> UInt32 {
    // A bare number would be read as decimal, which is not what anybody means by 660.
    guard case .text(let text) = node.value, (3...4).contains(text.utf8.count),
      text.utf8.allSatisfy({ (0x30...0x37).contains($0) }), let mode = UInt32(text, radix: 8),
      mode & ~0o770 == 0
    else { throw node.wrong("octal permissions in quotes, such as \"0660\", with none for others") }
    return mode
  }
}
