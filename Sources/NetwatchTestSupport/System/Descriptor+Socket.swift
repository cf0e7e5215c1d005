import CLinux
import Glibc

extension Descriptor {
  /// Gives up ownership: whoever takes the number closes it.
  consuming func release() -> CInt {
    let number = number
    discard self
    return number
  }

  func bind(to address: SocketAddress) throws {
    try check("bind \(address)", address.withPointer { Glibc.bind(number, $0, $1) })
  }

  /// Lets only what arrives on one interface through.
  func bind(toInterface name: String) throws {
    let length = socklen_t(name.utf8.count)
    try check(
      "bind to interface \(name)",
      setsockopt(number, SOL_SOCKET, SO_BINDTODEVICE, name, length)
    )
  }

  /// Subscribes a packet socket to every protocol on the interface with this index; 0 is all.
  func bind(toLink index: CInt) throws {
    var link = sockaddr_ll()
    link.sll_family = UInt16(AF_PACKET)
    link.sll_protocol = UInt16(ETH_P_ALL).bigEndian
    link.sll_ifindex = index
    let length = socklen_t(MemoryLayout<sockaddr_ll>.size)
    let result = withUnsafeBytes(of: &link) { bytes in
      Glibc.bind(number, bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self), length)
    }
    try check("bind to link \(index)", result)
  }

  /// The address that the kernel has given the socket.
  func localAddress() throws -> SocketAddress {
    let address = try SocketAddress.received { address, length in
      try check("getsockname", getsockname(number, address, length))
    }
    guard let address else { throw SystemCallFailure(operation: "getsockname", code: EAFNOSUPPORT) }
    return address
  }
}

extension Descriptor? {
  /// Closes a connection by a reset, which throws away what has not been read or sent.
  mutating func abort() {
    guard let number else { return }
    var option = linger(l_onoff: 1, l_linger: 0)
    setsockopt(number, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    self = nil
  }
}
