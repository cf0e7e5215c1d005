import CLinux
import CNetlink
import Glibc

/// A socket that hears what changes in the network of a namespace.
///
/// Its messages are hints: they say what to ask about, on another socket. Move it into the one
/// thread that reads it.
package struct EventSocket: ~Copyable {
  private static let groups = [
    (RTNLGRP_LINK, "link"), (RTNLGRP_IPV4_IFADDR, "IPv4 address"),
    (RTNLGRP_IPV6_IFADDR, "IPv6 address"), (RTNLGRP_IPV4_ROUTE, "IPv4 route"),
    (RTNLGRP_IPV6_ROUTE, "IPv6 route"), (RTNLGRP_IPV4_RULE, "IPv4 rule"),
    (RTNLGRP_IPV6_RULE, "IPv6 rule"), (RTNLGRP_NEXTHOP, "nexthop"),
  ]

  private let socket: NetlinkSocket
  private var batch = DatagramBatch(capacity: 16, size: 8192)

  /// Whether the kernel applies the filter; where it cannot, every route message arrives.
  package let isFiltered: Bool

  private init(socket: consuming NetlinkSocket, isFiltered: Bool) {
    self.socket = socket
    self.isFiltered = isFiltered
  }

  /// Opens a socket and subscribes it.
  ///
  /// - Parameters:
  ///   - namespace: The network namespace to listen to; nil is that of the calling thread.
  ///   - filter: Which route messages to let through.
  ///   - receiveBuffer: The room for messages not read yet, in bytes. The kernel doubles it, and
  ///     cuts it at net.core.rmem_max where the process lacks CAP_NET_ADMIN.
  /// - Returns: The subscribed socket.
  /// - Throws: Why the namespace, the socket or a subscription was refused.
  package static func open(
    in namespace: NamespaceDescriptor? = nil,
    filter: RouteFilter,
    receiveBuffer: Int = 4 << 20
  ) throws(NetlinkError) -> EventSocket {
    let socket = try NetlinkSocket.open(in: namespace)
    try socket.makeNonBlocking()
    try socket.setReceiveBuffer(receiveBuffer)
    // Before joining, or else a flood could come in between.
    let isFiltered = filter.attach(to: socket.fileDescriptor)
    for (group, name) in groups { try socket.join(group, named: name) }
    return EventSocket(socket: socket, isFiltered: isFiltered)
  }

  /// The descriptor to poll for readability; it is valid for as long as the socket lives.
  package var fileDescriptor: CInt { socket.fileDescriptor }

  /// Reads what there is, at most 4,096 datagrams of it, and never waits.
  package mutating func drain() -> Drained {
    var drained = Drained()
    for _ in 0..<256 {
      switch batch.receive(from: socket.fileDescriptor, flags: CInt(MSG_DONTWAIT)) {
      case .datagrams(let count):
        batch.forEachDatagram(count) { drained.receive($1, from: $0) }
        // Fewer than there was room for: the queue is empty, or an error waits behind them, for which
        // the descriptor stays readable.
        if count < batch.capacity {
          _ = drained.fail(EAGAIN)
          return drained
        }
      case .failed(let code): guard drained.fail(code) else { return drained }
      }
    }
    return drained
  }
}
