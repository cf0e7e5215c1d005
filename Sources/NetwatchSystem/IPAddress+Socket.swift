internal import CLinux
internal import Glibc
package import NetwatchCore

extension IPAddress {
  /// The address that a sockaddr_in or a sockaddr_in6 has (ip(7), ipv6(7)); nil for another family.
  ///
  /// - Parameters:
  ///   - bytes: Where that begins.
  ///   - length: How many bytes it has; where nobody tells, those that its family's have.
  package init?(socketAddress bytes: UnsafeRawPointer, length: Int = .max) {
    switch unsafe CInt(bytes.loadUnaligned(as: sa_family_t.self)) {
    case AF_INET where length >= MemoryLayout<sockaddr_in>.size:
      self.init(unsafe bytes.loadUnaligned(as: sockaddr_in.self).sin_addr)
    case AF_INET6 where length >= MemoryLayout<sockaddr_in6>.size:
      self.init(unsafe bytes.loadUnaligned(as: sockaddr_in6.self).sin6_addr)
    default: return nil
    }
  }

  init(_ address: in_addr) {
    self.init(ipv4: UInt32(bigEndian: address.s_addr))
  }

  init(_ address: in6_addr) {
    self = unsafe withUnsafeBytes(of: address) { bytes in
      IPAddress(
        ipv6: UInt64(bigEndian: unsafe bytes.loadUnaligned(as: UInt64.self)),
        UInt64(bigEndian: unsafe bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
      )
    }
  }
}
