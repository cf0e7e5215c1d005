import CLinux
import CNetlink
import Glibc

/// A socket that asks the kernel about routes, links, addresses and nexthop objects.
///
/// The kernel computes its answer while the request is being sent, so a call takes some
/// microseconds; a timeout bounds it all the same. Move the socket into the one thread that asks.
package struct QuerySocket: ~Copyable {
  /// How many questions go into one datagram.
  static let batchSize = 16

  /// How often one answer may be read for: it bounds a flood of what was not asked for.
  private static let receptionLimit = 65_536

  private let socket: NetlinkSocket
  // 32 KiB is the most that the kernel puts into a datagram of a dump.
  private var batch = DatagramBatch(capacity: batchSize, size: 32 << 10)
  var request = RequestBuffer(capacity: batchSize * 128)

  private init(socket: consuming NetlinkSocket) {
    self.socket = socket
  }

  /// Opens a socket.
  ///
  /// - Parameters:
  ///   - namespace: The network namespace to ask about; nil is that of the calling thread.
  ///   - timeout: How long to wait for an answer, in milliseconds.
  /// - Returns: The connected socket.
  /// - Throws: Why the namespace or the socket was refused.
  package static func open(
    in namespace: NamespaceDescriptor? = nil,
    timeout: Int = 1000
  ) throws(NetlinkError) -> QuerySocket {
    let socket = try NetlinkSocket.open(in: namespace)
    try socket.setReceiveBuffer(256 << 10)
    let interval = timeval(tv_sec: timeout / 1000, tv_usec: timeout % 1000 * 1000)
    let status = socket.setOption(SOL_SOCKET, SO_RCVTIMEO, interval)
    guard status == 0 else { throw NetlinkError(.configure, code: status, operand: "timeout") }
    // What older kernels lack of these costs speed or an explanation, not an answer.
    for option in [NETLINK_GET_STRICT_CHK, NETLINK_EXT_ACK, NETLINK_CAP_ACK] {
      socket.setOption(SOL_NETLINK, option, CInt(1))
    }
    return QuerySocket(socket: socket)
  }

  /// The descriptor of the socket; it is valid for as long as the socket lives.
  package var fileDescriptor: CInt { socket.fileDescriptor }

  /// Sends the requests of the buffer, and hands each one's answer to the closure with its place.
  mutating func exchange(
    _ answer: (Int, MessageHeader, RawSpan) -> Void
  ) throws(NetlinkError) {
    var pending = PendingAnswers(first: request.firstSequence, count: request.count)
    try send()
    try receive { header, payload in
      if let index = pending.take(header.sequence) { answer(index, header, payload) }
      return pending.isEmpty
    }
  }

  /// Sends the requests of the buffer in one datagram.
  func send() throws(NetlinkError) {
    let count = unsafe request.bytes.withUnsafeBytes { bytes in
      unsafe Glibc.send(fileDescriptor, bytes.baseAddress, bytes.count, 0)
    }
    guard count == request.bytes.count else { throw NetlinkError(.send, code: errno) }
  }

  /// Receives messages until the closure answers that it has what it needs.
  mutating func receive(
    until isLast: (MessageHeader, RawSpan) -> Bool
  ) throws(NetlinkError) {
    for _ in 0..<Self.receptionLimit {
      let flags = CInt(MSG_WAITFORONE)
      switch batch.receive(from: socket.fileDescriptor, flags: flags) {
      case .failed(EINTR): continue
      case .failed(EAGAIN): throw NetlinkError(.receive, code: ETIMEDOUT)
      case .failed(let code): throw NetlinkError(.receive, code: code)
      case .datagrams(let count): if try visit(count, isLast) { return }
      }
    }
    throw NetlinkError(.receive, code: ETIMEDOUT)
  }

  private func visit(
    _ count: Int,
    _ isLast: (MessageHeader, RawSpan) -> Bool
  ) throws(NetlinkError) -> Bool {
    var isDone = false
    var isTruncated = false
    batch.forEachDatagram(count) { origin, datagram in
      guard origin.isKernel else { return }
      isTruncated = isTruncated || origin.isTruncated
      forEachMessage(in: datagram) { isDone = isLast($0, $1) || isDone }
    }
    guard !isTruncated else { throw NetlinkError(.receive, code: EMSGSIZE) }
    return isDone
  }
}
