/// Names of credentials, which are names of files too (systemd.exec(5), LoadCredential=).
package enum CredentialName {
  /// Whether systemd takes a name: it has 1 to 255 printable ASCII characters without `/` and `:`, and
  /// leads to no other folder.
  package static func isLegal(_ name: String) -> Bool {
    (1...255).contains(name.utf8.count) && name != "." && name != ".."
      && name.utf8.allSatisfy {
        (0x20...0x7E).contains($0) && $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: ":")
      }
  }
}
