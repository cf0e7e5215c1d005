import CLinux
import Glibc

/// A UDP socket in a namespace that keeps what reaches it.
package final class UDPSink: Sendable {
  /// One datagram received.
  package struct Datagram: Sendable {
    package let bytes: [UInt8]
    package let source: SocketAddress

    package var text: String { String(decoding: bytes, as: UTF8.self) }
  }

  /// Where it listens; the port is the one that the kernel has chosen, where none was given.
  package let address: SocketAddress

  private let socket: Descriptor

  /// Binds a socket.
  ///
  /// - Parameters:
  ///   - namespace: The namespace, or `nil` for this process's.
  ///   - address: One of its addresses, or 0.0.0.0 or `::` for all of a family.
  ///   - port: The port, or 0 for any that is free.
  ///   - interface: Receives only what arrives there; `nil` for all.
  /// - Throws: ``SystemCallFailure``.
  package init(
    in namespace: String? = nil,
    address: String = "0.0.0.0",
    port: UInt16 = 0,
    interface: String? = nil
  ) throws {
    let wanted = try SocketAddress(address, port: port)
    socket = Descriptor(
      owning: try onThread(in: namespace) {
        let socket = try Descriptor.socket(wanted.domain, SOCK_DGRAM)
        if let interface { try socket.bind(toInterface: interface) }
        try socket.bind(to: wanted)
        return socket.release()
      }
    )
    self.address = try socket.localAddress()
  }

  /// The next datagram, or `nil` where none comes in time; the caller blocks meanwhile.
  package func receive(within limit: Duration) throws -> Datagram? {
    let deadline = Deadline(within: limit)
    var buffer = [UInt8](repeating: 0, count: 65_536)
    repeat {
      var count = 0
      let source = SocketAddress.received { address, length in
        count = recvfrom(socket.number, &buffer, buffer.count, 0, address, &length.pointee)
      }
      if count >= 0, let source { return Datagram(bytes: Array(buffer[..<count]), source: source) }
    } while waitFor(POLLIN, on: socket.number, until: deadline)
    return nil
  }
}
