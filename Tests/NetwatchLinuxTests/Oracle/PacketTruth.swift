import NetwatchCore
import NetwatchTestSupport

/// Finds out by sending what becomes of a packet.
final class PacketTruth {
  /// A datagram that left the client by a link and arrived at its other end.
  struct Arrival: Hashable {
    /// The device whose far end saw it.
    let device: OracleDevice
    let source: IPAddress
  }

  /// Enough that each leg of a multipath route gets one of them, as good as surely.
  private static let datagramsPerTarget: UInt16 = 24

  private let source: UDPSource
  private let tap: PacketTap
  private var rounds = 0

  init(client: NetworkSandbox, peer: NetworkSandbox) throws {
    source = try UDPSource(in: client.name)
    tap = try PacketTap(in: peer.name)
  }

  /// Sends datagrams to the targets, and sees where they arrive.
  ///
  /// - Parameters:
  ///   - targets: The addresses to send to.
  ///   - tunnels: The devices whose packets the test itself reads.
  ///   - patience: How long to wait for the first to arrive.
  /// - Returns: Where datagrams arrived with a source address that is good beyond the link.
  /// - Throws: Why nothing could be sent or seen.
  func arrivals(
    of targets: [IPAddress],
    tunnels: [OracleDevice: TunnelDevice],
    patience: Duration
  ) throws -> Set<Arrival> {
    rounds += 1
    let marker = "oracle\(rounds)."
    for target in targets { send(marker, to: target) }
    var arrivals = Set(tunnels.flatMap { self.arrivals(at: $0.key, $0.value, marker) })
    var wait = arrivals.isEmpty ? patience : .zero
    while let packet = try tap.receive(matching: marker, within: wait) {
      if let arrival = Arrival.seen(packet) { arrivals.insert(arrival) }
      wait = .zero
    }
    return arrivals.filter { $0.source.isGoodBeyondTheLink }
  }

  private func send(_ marker: String, to target: IPAddress) {
    for port in 0..<Self.datagramsPerTarget {
      _ = source.send(marker, to: SocketAddress(address: target, port: 40_000 + port))
    }
  }

  private func arrivals(
    at device: OracleDevice,
    _ tunnel: TunnelDevice,
    _ marker: String
  ) -> [Arrival] {
    let marker = Array(marker.utf8)
    return tunnel.packets().filter { $0.contains(marker) }.compactMap { packet in
      IPAddress(sourceOf: packet).map { Arrival(device: device, source: $0) }
    }
  }
}

extension PacketTruth.Arrival {
  /// None for a packet at an interface that is no far end.
  fileprivate static func seen(_ packet: PacketTap.Packet) -> Self? {
    OracleDevice.veths.first { $0.peerName == packet.interface }.map {
      Self(device: $0, source: packet.source)
    }
  }
}

extension IPAddress {
  fileprivate var isGoodBeyondTheLink: Bool { !isUnspecified && !isLinkLocal && !isLoopback }

  /// The source in the header of a packet: RFC 791, section 3.1, or RFC 8200, section 3.
  fileprivate init?(sourceOf packet: ArraySlice<UInt8>) {
    func number(_ range: Range<Int>) -> UInt64 {
      packet.dropFirst(range.lowerBound).prefix(range.count).reduce(0) { $0 << 8 | UInt64($1) }
    }
    switch (packet.first ?? 0) >> 4 {
    case 4: self.init(ipv4: UInt32(truncatingIfNeeded: number(12..<16)))
    case 6: self.init(ipv6: number(8..<16), number(16..<24))
    default: return nil
    }
  }
}
