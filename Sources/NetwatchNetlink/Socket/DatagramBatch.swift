import CLinux
import CNetlink
import Glibc

/// Room for several datagrams that one system call fills; it is allocated once and used again.
///
/// libnl's own receive function allocates for each datagram, and the path from the kernel's message
/// to the new state allocates nothing.
@safe struct DatagramBatch: ~Copyable {
  /// Where a datagram comes from, and whether it is whole.
  struct Origin {
    /// Whether the kernel sent it: any program may send to a netlink socket.
    let isKernel: Bool

    /// Whether it was longer than the room for it.
    let isTruncated: Bool
  }

  /// What a system call gave.
  enum Reception {
    case datagrams(Int)
    case failed(CInt)
  }

  private let bytes: UnsafeMutableRawBufferPointer
  private let senders: UnsafeMutableBufferPointer<sockaddr_nl>
  private let vectors: UnsafeMutableBufferPointer<iovec>
  private let headers: UnsafeMutableBufferPointer<linux_mmsghdr>

  /// How many datagrams there is room for.
  let capacity: Int

  /// Allocates the room.
  ///
  /// - Parameters:
  ///   - capacity: How many datagrams one call can bring.
  ///   - size: How many bytes of a datagram are kept.
  init(capacity: Int, size: Int) {
    self.capacity = capacity
    unsafe bytes = .allocate(byteCount: capacity * size, alignment: 16)
    unsafe senders = .allocate(capacity: capacity)
    unsafe vectors = .allocate(capacity: capacity)
    unsafe headers = .allocate(capacity: capacity)
    unsafe senders.initialize(repeating: sockaddr_nl())
    unsafe vectors.initialize(repeating: iovec())
    unsafe headers.initialize(repeating: linux_mmsghdr())
    for index in 0..<capacity { connect(index, size: size) }
  }

  deinit {
    unsafe headers.deallocate()
    unsafe vectors.deallocate()
    unsafe senders.deallocate()
    unsafe bytes.deallocate()
  }

  private func connect(_ index: Int, size: Int) {
    unsafe vectors[index].iov_base = bytes.baseAddress?.advanced(by: index * size)
    unsafe vectors[index].iov_len = size
    unsafe headers[index].msg_hdr.msg_iov = vectors.baseAddress?.advanced(by: index)
    unsafe headers[index].msg_hdr.msg_iovlen = 1
    unsafe headers[index].msg_hdr.msg_name = UnsafeMutableRawPointer(
      senders.baseAddress?.advanced(by: index)
    )
  }

  /// Receives as many datagrams as there are, at most `capacity`.
  mutating func receive(from descriptor: CInt, flags: CInt) -> Reception {
    for index in 0..<capacity {
      // The kernel writes over the length with that of the address it found.
      unsafe headers[index].msg_hdr.msg_namelen = socklen_t(MemoryLayout<sockaddr_nl>.size)
    }
    let room = CUnsignedInt(capacity)
    let count = unsafe linux_recvmmsg(descriptor, headers.baseAddress, room, flags)
    return count < 0 ? .failed(errno) : .datagrams(Int(count))
  }

  /// Visits the datagrams that the last call brought.
  func forEachDatagram(_ count: Int, _ body: (Origin, RawSpan) -> Void) {
    for index in 0..<min(count, capacity) {
      let length = min(Int(unsafe headers[index].msg_len), unsafe vectors[index].iov_len)
      let start = unsafe UnsafeRawBufferPointer(start: vectors[index].iov_base, count: length)
      body(origin(of: index), unsafe start.bytes)
    }
  }

  private func origin(of index: Int) -> Origin {
    let header = unsafe headers[index].msg_hdr
    return Origin(
      isKernel: unsafe header.msg_namelen == socklen_t(MemoryLayout<sockaddr_nl>.size)
        && senders[index].nl_pid == 0,
      isTruncated: unsafe header.msg_flags & CInt(MSG_TRUNC) != 0
    )
  }
}
