internal import NetwatchCore
internal import NetwatchLinux

extension Options {
  /// A family by its name.
  static func family(_ text: String) throws(UsageError) -> AddressFamily {
    guard let family = AddressFamily(rawValue: text) else {
      throw UsageError("--family needs ipv4 or ipv6, not '\(text)'")
    }
    return family
  }

  /// A namespace by its name, or by its path where there is a slash in it.
  static func namespace(_ text: String) throws(UsageError) -> NetworkNamespace {
    guard !text.isEmpty, text != ".", text != ".." else {
      throw UsageError("--netns needs a name as of 'ip netns', or a path, not '\(text)'")
    }
    return text.utf8.contains(0x2F) ? .path(text) : .named(text)
  }

  /// How many addresses of a family can be looked up.
  private static let maximumTargetCount = 16

  /// Adds an address to look up.
  mutating func addTarget(_ text: String) throws(UsageError) {
    let address = try TargetAddress.parse(text)
    let count = configuration.lookupAddresses.count { $0.family == address.family }
    guard count < Self.maximumTargetCount else {
      throw UsageError(
        "--target '\(text)' is one too many: at most \(Self.maximumTargetCount) a family"
      )
    }
    configuration.lookupAddresses.append(address)
  }
}
