import CLinux
import Glibc
import NetwatchCore
import NetwatchTestSupport

/// A tun or tap device that the test holds open, and whose packets it reads as the far end would
/// (linux/Documentation/networking/tuntap.rst).
final class TunnelDevice {
  private static let setInterface = UInt(0x4004_54CA)  // TUNSETIFF
  private static let setCarrier = UInt(0x4004_54E2)  // TUNSETCARRIER
  private static let ethernetHeaderLength = 14

  private let descriptor: CInt
  private let isEthernet: Bool

  init(_ device: OracleDevice, in namespace: String) throws {
    let (name, isEthernet) = (device.name, device == .tap)
    descriptor = try onThread(in: namespace) { try Self.open(name, isEthernet: isEthernet) }
    self.isEthernet = isEthernet
  }

  deinit { close(descriptor) }

  func setCarrier(_ isOn: Bool) {
    var value: CInt = isOn ? 1 : 0
    _ = ioctl(descriptor, Self.setCarrier, &value)
  }

  /// The IP packets that have left by the device since it was asked last.
  func packets() -> [ArraySlice<UInt8>] {
    var packets: [ArraySlice<UInt8>] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      guard count > 0 else { return packets }
      packets.append(
        ArraySlice(buffer[..<count].dropFirst(isEthernet ? Self.ethernetHeaderLength : 0))
      )
    }
  }

  private static func open(_ name: String, isEthernet: Bool) throws -> CInt {
    let descriptor = Glibc.open("/dev/net/tun", O_RDWR | O_NONBLOCK | O_CLOEXEC)
    var request = request(name, isEthernet: isEthernet)
    guard descriptor >= 0, ioctl(descriptor, setInterface, &request) == 0 else {
      close(descriptor)
      throw TunnelRefused(name: name)
    }
    return descriptor
  }

  /// `struct ifreq`, byte by byte, because Glibc's module and another disagree about its members: the
  /// name, and then the flags.
  private static func request(_ name: String, isEthernet: Bool) -> [UInt8] {
    let flags = (isEthernet ? 0x0002 : 0x0001) | 0x1000  // IFF_TAP or IFF_TUN, IFF_NO_PI
    let bytes = Array(name.utf8.prefix(15))
    return bytes + [UInt8](repeating: 0, count: 16 - bytes.count)
      + [UInt8(flags & 0xFF), UInt8(flags >> 8)] + [UInt8](repeating: 0, count: 22)
  }
}

/// The kernel gave no such device.
struct TunnelRefused: Error {
  let name: String
}
