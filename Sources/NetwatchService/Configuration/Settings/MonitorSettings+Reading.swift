internal import NetwatchCore
internal import NetwatchSystem

extension MonitorSettings {
  /// How many addresses can be looked up, and how many endpoints probed.
  private static let maximumCount = 16

  static func probes(_ node: ConfigurationNode) throws(ConfigurationError) -> [String] {
    let expected = "an endpoint: http://…, https://… or tcp://HOST:PORT"
    var result: [String] = []
    for element in try node.elements("endpoints", upTo: maximumCount) {
      let text = try element.text(expected)
      guard ["http://", "https://", "tcp://"].contains(where: { isMore(text, than: $0) }) else {
        throw element.wrong(expected)
      }
      try element.checkUnique(text, in: result)
      result.append(text)
    }
    return result
  }

  private static func isMore(_ text: String, than prefix: String) -> Bool {
    text.hasPrefix(prefix) && text != prefix
  }

  static func targets(_ node: ConfigurationNode) throws(ConfigurationError) -> [IPAddress] {
    var result: [IPAddress] = []
    for element in try node.elements("addresses", upTo: maximumCount) {
      let expected = "an IPv4 or IPv6 address of a host elsewhere"
      let text = try element.text(expected)
      guard let address = IPAddress(numeric: text) else { throw element.wrong(expected) }
      if let flaw = address.flawAsLookupTarget {
        throw element.complaint("is \(flaw); expected \(expected)")
      }
      try element.checkUnique(address, in: result)
      result.append(address)
    }
    return result
  }

  /// A name as the kernel takes it (IFNAMSIZ, dev_valid_name).
  static func interface(_ node: ConfigurationNode) throws(ConfigurationError) -> String {
    let expected = "the name of an interface, of at most 15 bytes"
    let name = try node.text(expected, upTo: 15)
    guard name != ".", name != "..", !name.utf8.contains(where: { "/: ".utf8.contains($0) }) else {
      throw node.wrong(expected)
    }
    return name
  }
}
