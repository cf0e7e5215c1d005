/// The secrets that the service manager handed over: files in CREDENTIALS_DIRECTORY (systemd.exec(5),
/// LoadCredential=).
package struct Credentials: Hashable, Sendable {
  /// How many bytes a credential may have.
  static let limit = 64 << 10

  private let directory: String?

  /// Creates a view of a folder.
  ///
  /// - Parameter directory: Its absolute path; `nil` for no credentials at all.
  package init(directory: String?) {
    self.directory = directory
  }

  /// Those that this process was started with.
  package static var system: Credentials {
    Credentials(directory: Environment.value(of: "CREDENTIALS_DIRECTORY"))
  }

  /// Reads a credential.
  ///
  /// It is read anew each time, so that a reload sees what has changed.
  ///
  /// - Parameter name: Its name, from the configuration.
  /// - Returns: The credential, whose contents show only where they are asked for.
  /// - Throws: ``CredentialError``, which never tells of the contents.
  package func read(_ name: String) throws(CredentialError) -> Credential {
    guard CredentialName.isLegal(name) else { throw .badName(name) }
    guard let directory else { throw .noDirectory }
    guard directory.hasPrefix("/") else { throw .relativeDirectory(directory) }
    let file = try CredentialFile.open("\(directory)/\(name)", named: name)
    return Credential(name: name, bytes: try file.read(limit: Self.limit))
  }
}
