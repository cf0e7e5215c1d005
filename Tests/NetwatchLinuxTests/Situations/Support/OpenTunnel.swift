import CLinux
import Glibc
import NetwatchCore
import NetwatchTestSupport

/// The program behind a tun or tap interface: while it holds the device, the interface has a carrier.
///
/// It attaches to an interface made by `ip tuntap add`, which stays without a carrier afterwards.
final class OpenTunnel: Sendable {
  private let descriptor: CInt

  // <linux/if_tun.h>
  private static let setInterface: UInt = 0x4004_54CA
  private static let tun: UInt16 = 1
  private static let tap: UInt16 = 2
  private static let noHeader: UInt16 = 0x1000

  init(in namespace: String, name: String, isTap: Bool) throws {
    descriptor = try onThread(in: namespace) {
      let descriptor = open("/dev/net/tun", O_RDWR | O_CLOEXEC)
      guard descriptor >= 0 else {
        throw DeviceFailure(operation: "open /dev/net/tun", code: errno)
      }
      var request = Self.request(name, flags: (isTap ? Self.tap : Self.tun) | Self.noHeader)
      guard ioctl(descriptor, Self.setInterface, &request) == 0 else {
        defer { close(descriptor) }
        throw DeviceFailure(operation: "attach to \(name)", code: errno)
      }
      return descriptor
    }
  }

  deinit { close(descriptor) }

  /// `struct ifreq` (netdevice(7)): a name in 16 bytes, and a union of which the flags are the start.
  private static func request(_ name: String, flags: UInt16) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 40)
    bytes.replaceSubrange(0..<name.utf8.count, with: Array(name.utf8))
    withUnsafeBytes(of: flags) { bytes.replaceSubrange(16..<18, with: Array($0)) }
    return bytes
  }

  /// Whether a test may make such interfaces: not in a user namespace whose /dev has none.
  static let isAvailable: Bool = {
    guard let sandbox = try? NetworkSandbox() else { return false }
    do {
      try sandbox.ip("tuntap add t0 mode tun")
      _ = try OpenTunnel(in: sandbox.name, name: "t0", isTap: false)
      return true
    } catch {
      return false
    }
  }()
}
