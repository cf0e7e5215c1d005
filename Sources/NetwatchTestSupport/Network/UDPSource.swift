import CLinux
import Glibc

/// Sockets in a namespace from which datagrams are sent, each after a new look at the routes.
package final class UDPSource: Sendable {
  private let ipv4: Descriptor
  private let ipv6: Descriptor

  package init(in namespace: String? = nil) throws {
    ipv4 = Descriptor(owning: try Self.socket(AF_INET, in: namespace))
    ipv6 = Descriptor(owning: try Self.socket(AF_INET6, in: namespace))
  }

  /// Sends a datagram.
  ///
  /// - Returns: 0, or the error number of sendto(2): ENETUNREACH where no route leads there.
  package func send(_ payload: String, to target: SocketAddress) -> CInt {
    let bytes = Array(payload.utf8)
    let socket = target.domain == AF_INET ? ipv4.number : ipv6.number
    let count = target.withPointer { address, length in
      retryingInterrupts { sendto(socket, bytes, bytes.count, CInt(MSG_NOSIGNAL), address, length) }
    }
    return count < 0 ? errno : 0
  }

  private static func socket(_ domain: CInt, in namespace: String?) throws -> CInt {
    try onThread(in: namespace) { try Descriptor.socket(domain, SOCK_DGRAM).release() }
  }
}

/// Sends one datagram; for many, keep a ``UDPSource``.
///
/// - Returns: 0, or the error number of sendto(2).
package func sendDatagram(
  in namespace: String?,
  to address: String,
  port: UInt16,
  payload: String
) throws -> CInt {
  let target = try SocketAddress(address, port: port)
  return try UDPSource(in: namespace).send(payload, to: target)
}
