import CLinux
import Glibc
import NetwatchCore

/// Sockets on the loopback interface, with a port of the kernel's choice.
enum LoopbackSocket {
  /// A listening TCP socket.
  static func listening(_ family: AddressFamily) throws -> (descriptor: CInt, port: UInt16) {
    let socket = try bound(family)
    // Transfers come faster than a thread is made for each.
    try check("listen", listen(socket.descriptor, 256))
    return socket
  }

  /// A port that nothing listens on; the socket that holds it must be closed by the caller.
  static func closed() throws -> (descriptor: CInt, port: UInt16) {
    try bound(.ipv4)
  }

  /// A listening socket whose queue is full, so that the kernel drops every further connection.
  static func full() throws -> (descriptors: [CInt], port: UInt16) {
    let (listener, port) = try bound(.ipv4)
    try check("listen", listen(listener, 0))
    let clients = try (0..<2).map { _ in try startConnecting(to: port) }
    return ([listener] + clients, port)
  }

  /// Whether somebody listens on a port.
  static func accepts(_ port: UInt16) throws -> Bool {
    let descriptor = socket(AF_INET, stream, 0)
    try check("socket", descriptor)
    defer { close(descriptor) }
    return connect(descriptor, to: port) == 0
  }

  /// A UDP socket that answers nothing, on an address of 127.0.0.0/8.
  static func silentUDP(address: UInt32, port: UInt16) throws -> CInt {
    let descriptor = socket(AF_INET, CInt(SOCK_DGRAM.rawValue), 0)
    try check("socket", descriptor)
    var name = sockaddr_in()
    name.sin_family = sa_family_t(AF_INET)
    name.sin_addr.s_addr = address.bigEndian
    name.sin_port = port.bigEndian
    try check("bind", bind(descriptor, to: &name))
    return descriptor
  }

  private static func startConnecting(to port: UInt16) throws -> CInt {
    let descriptor = socket(AF_INET, stream | CInt(SOCK_NONBLOCK.rawValue), 0)
    try check("socket", descriptor)
    _ = connect(descriptor, to: port)
    return descriptor
  }

  private static func connect(_ descriptor: CInt, to port: UInt16) -> CInt {
    var name = sockaddr_in()
    name.sin_family = sa_family_t(AF_INET)
    name.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
    name.sin_port = port.bigEndian
    let length = socklen_t(MemoryLayout<sockaddr_in>.size)
    return withUnsafeBytes(of: &name) { bytes in
      Glibc.connect(descriptor, bytes.assumingMemoryBound(to: sockaddr.self).baseAddress, length)
    }
  }

  private static func bound(_ family: AddressFamily) throws -> (descriptor: CInt, port: UInt16) {
    switch family {
    case .ipv4: try boundIPv4()
    case .ipv6: try boundIPv6()
    }
  }

  private static func boundIPv4() throws -> (descriptor: CInt, port: UInt16) {
    let descriptor = socket(AF_INET, stream, 0)
    try check("socket", descriptor)
    var name = sockaddr_in()
    name.sin_family = sa_family_t(AF_INET)
    name.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
    try check("bind", bind(descriptor, to: &name))
    try check("getsockname", readName(of: descriptor, into: &name))
    return (descriptor, UInt16(bigEndian: name.sin_port))
  }

  private static func boundIPv6() throws -> (descriptor: CInt, port: UInt16) {
    let descriptor = socket(AF_INET6, stream, 0)
    try check("socket", descriptor)
    var name = sockaddr_in6()
    name.sin6_family = sa_family_t(AF_INET6)
    name.sin6_addr = in6addr_loopback
    try check("bind", bind(descriptor, to: &name))
    try check("getsockname", readName(of: descriptor, into: &name))
    return (descriptor, UInt16(bigEndian: name.sin6_port))
  }

  private static let stream = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)

  private static func bind<Name>(_ descriptor: CInt, to name: inout Name) -> CInt {
    withUnsafeMutableBytes(of: &name) { bytes in
      Glibc.bind(
        descriptor,
        bytes.assumingMemoryBound(to: sockaddr.self).baseAddress,
        socklen_t(bytes.count)
      )
    }
  }

  private static func readName<Name>(of descriptor: CInt, into name: inout Name) -> CInt {
    var length = socklen_t(MemoryLayout<Name>.size)
    return withUnsafeMutableBytes(of: &name) { bytes in
      getsockname(descriptor, bytes.assumingMemoryBound(to: sockaddr.self).baseAddress, &length)
    }
  }
}
