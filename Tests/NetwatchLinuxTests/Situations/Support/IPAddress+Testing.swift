import NetwatchCore
import NetwatchLinux

extension IPAddress {
  /// An address as a test writes it; a mistake is the test's own.
  static func literal(_ text: String) -> IPAddress {
    guard let address = IPAddress(parsing: text) else {
      preconditionFailure("\(text) is an address")
    }
    return address
  }
}
