import CLinux
import Glibc
package import NetwatchCore

/// A socket that sees the IP packets arriving on a namespace's interfaces, whoever they are for.
///
/// So a datagram can be seen at the far end of a wire although nobody there has its address. To be
/// sent at all, it needs a next hop whose link address is known: one that answers, a permanent
/// neighbour entry, or an interface that asks nobody (`ip link set v0 arp off`).
package final class PacketTap: Sendable {
  /// A packet seen.
  package struct Packet: Sendable {
    /// The name of the interface that it arrived on.
    package let interface: String
    package let source: IPAddress
    package let destination: IPAddress
    /// The packet from its IP header on.
    package let bytes: [UInt8]
  }

  private let socket: Descriptor

  /// Listens on one interface, or with `nil` on all of them.
  package init(in namespace: String?, interface: String? = nil) throws {
    socket = Descriptor(
      owning: try onThread(in: namespace) {
        // Without a protocol nothing arrives before the socket is bound to its interface.
        let socket = try Descriptor.socket(AF_PACKET, SOCK_DGRAM)
        try socket.bind(toLink: try interface.map(Self.index) ?? 0)
        return socket.release()
      }
    )
  }

  /// The next packet that contains the marker, or `nil` where none comes in time; the caller blocks
  /// meanwhile, and other packets are thrown away.
  package func receive(matching marker: String, within limit: Duration) throws -> Packet? {
    let deadline = Deadline(within: limit)
    let marker = Array(marker.utf8)
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let (count, index) = receive(into: &buffer)
      if count < 0 {
        guard waitFor(POLLIN, on: socket.number, until: deadline) else { return nil }
      } else if let index, buffer[..<count].contains(marker),
        let packet = Packet(buffer[..<count], interface: interfaceName(index))
      {
        return packet
      }
    }
  }

  /// The length of the next packet and the index of its interface; none for what was sent from here.
  private func receive(into buffer: inout [UInt8]) -> (count: Int, index: CInt?) {
    var link = sockaddr_ll()
    var length = socklen_t(MemoryLayout<sockaddr_ll>.size)
    let count = withUnsafeMutableBytes(of: &link) { link in
      recvfrom(
        socket.number,
        &buffer,
        buffer.count,
        0,
        link.baseAddress?.assumingMemoryBound(to: sockaddr.self),
        &length
      )
    }
    return (count, link.sll_pkttype == PACKET_OUTGOING ? nil : link.sll_ifindex)
  }

  /// Asked of the socket, because the calling thread may be in another namespace.
  private func interfaceName(_ index: CInt) -> String {
    var request = ifreq()
    request.ifr_ifru.ifru_ivalue = index
    guard ioctl(socket.number, UInt(SIOCGIFNAME), &request) == 0 else { return "#\(index)" }
    return withUnsafeBytes(of: &request.ifr_ifrn) { name in
      String(decoding: name.prefix { $0 != 0 }, as: UTF8.self)
    }
  }

  private static func index(of interface: String) throws -> CInt {
    let index = CInt(if_nametoindex(interface))
    return try check("find interface \(interface)", index == 0 ? -1 : index)
  }
}

extension PacketTap.Packet {
  /// Reads the addresses of an IP header: RFC 791, section 3.1, or RFC 8200, section 3.
  fileprivate init?(_ packet: ArraySlice<UInt8>, interface: String) {
    let (version, length) = ((packet.first ?? 0) >> 4, packet.count)
    let places: (source: Range<Int>, destination: Range<Int>)
    switch version {
    case 4 where length >= 20: places = (12..<16, 16..<20)
    case 6 where length >= 40: places = (8..<24, 24..<40)
    default: return nil
    }
    self.interface = interface
    source = SocketAddress.address(fromBytes: packet[places.source])
    destination = SocketAddress.address(fromBytes: packet[places.destination])
    bytes = Array(packet)
  }
}
