/// A secret that the service manager handed over, which shows itself only to who asks for it.
package struct Credential: Sendable {
  /// The name it was handed over by.
  package let name: String

  /// The whole of it, with the line break at its end where there is one.
  package let bytes: [UInt8]

  /// Its text, without the one line break at its end that editors and `echo` leave: `\n` or `\r\n`.
  ///
  /// - Throws: ``CredentialError/notText(name:)`` where it is not UTF-8.
  package var text: String {
    get throws(CredentialError) {
      guard let text = String(validating: bytes, as: UTF8.self) else {
        throw CredentialError.notText(name: name)
      }
      // A carriage return with its line feed is one character.
      return text.last == "\n" || text.last == "\r\n" ? String(text.dropLast()) : text
    }
  }
}

extension Credential: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Its name alone, so that whoever logs it by mistake logs no secret.
  package var description: String { "credential \(name)" }
  package var debugDescription: String { description }
  package var customMirror: Mirror { Mirror(self, children: ["name": name]) }
}
