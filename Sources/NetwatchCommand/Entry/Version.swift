/// The version of the package.
package enum Version {
  /// What `netwatch --version` says.
  package static let current = "0.1.0"
}
