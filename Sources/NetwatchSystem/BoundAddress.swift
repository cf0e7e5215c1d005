internal import CLinux
internal import Glibc
package import NetwatchCore

/// The address and the port that a socket has at this end.
package struct BoundAddress: Hashable, Sendable {
  package let address: IPAddress
  package let port: UInt16

  /// Whether nobody but this host can reach it.
  package var isLoopback: Bool { address.isLoopback }

  /// Asks the kernel (getsockname(2)); nil where the socket is none of IP.
  package init?(of socket: CInt) {
    var storage = sockaddr_storage()
    var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let bound = unsafe withUnsafeMutableBytes(of: &storage) { bytes -> BoundAddress? in
      guard let start = bytes.baseAddress,
        unsafe getsockname(socket, start.assumingMemoryBound(to: sockaddr.self), &size) == 0,
        let address = unsafe IPAddress(socketAddress: start, length: Int(size))
      else { return nil }
      // Both families have the port behind the family.
      let port = unsafe bytes.load(fromByteOffset: 2, as: in_port_t.self)
      return BoundAddress(address: address, port: UInt16(bigEndian: port))
    }
    guard let bound else { return nil }
    self = bound
  }

  private init(address: IPAddress, port: UInt16) {
    (self.address, self.port) = (address, port)
  }
}
