/// The version of the package.
package enum Version {
  package static let current = "0.1.0"

  /// What `netwatch --version` says.
  package static let line = "netwatch \(current)"
}
