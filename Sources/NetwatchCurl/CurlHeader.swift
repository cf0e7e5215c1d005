import NetwatchCore

/// One field of an HTTP message's header.
package struct CurlHeader: Hashable, Sendable {
  /// The field's name, as it stands in the message.
  package let name: String

  /// The field's value, without the blanks around it.
  package let value: String

  /// Creates a field.
  package init(name: String, value: String) {
    self.name = name
    self.value = value
  }

  /// Whether the field can be sent as it is: the name is a token (RFC 9110, section 5.6.2), and no
  /// line break or NUL in the value could end the field early and begin another.
  var isValid: Bool {
    name.isHTTPToken && value.utf8.allSatisfy { $0 != 0x0A && $0 != 0x0D && $0 != 0 }
  }
}
