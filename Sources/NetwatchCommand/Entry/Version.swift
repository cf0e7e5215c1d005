/// The version of the package.
enum Version {
  /// What `netwatch --version` says.
  static let current = "0.1.0"
}
