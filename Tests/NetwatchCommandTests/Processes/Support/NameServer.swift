import CLinux
import Glibc
import NetwatchTestSupport

/// A name server in a namespace that knows one IPv4 address, which every name has.
final class NameServer: Sendable {
  private let socket: CInt

  init(in sandbox: NetworkSandbox, answering address: [UInt8]) throws {
    socket = try onThread(in: sandbox.name) {
      let socket = Glibc.socket(AF_INET, CInt(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
      var name = sockaddr_in()
      name.sin_family = sa_family_t(AF_INET)
      name.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
      name.sin_port = UInt16(53).bigEndian
      let bound = withUnsafeBytes(of: &name) { bytes in
        bind(
          socket,
          bytes.assumingMemoryBound(to: sockaddr.self).baseAddress,
          socklen_t(bytes.count)
        )
      }
      guard bound == 0 else { throw NotBound(code: errno) }
      return socket
    }
    Task.detached { [socket] in
      try? await awaitThread { Self.serve(socket, address) }
    }
  }

  deinit {
    // Ends the reading, whose thread closes the descriptor.
    shutdown(socket, CInt(SHUT_RDWR))
  }

  struct NotBound: Error {
    let code: CInt
  }

  private static func serve(_ socket: CInt, _ address: [UInt8]) {
    var buffer = [UInt8](repeating: 0, count: 1_024)
    while true {
      var source = sockaddr_storage()
      var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
      let sent = withUnsafeMutableBytes(of: &source) { bytes in
        let source = bytes.assumingMemoryBound(to: sockaddr.self).baseAddress
        let count = recvfrom(socket, &buffer, buffer.count, 0, source, &length)
        guard count > 12 else { return false }
        let answer = answer(to: buffer.prefix(count), with: address)
        return sendto(socket, answer, answer.count, 0, source, length) >= 0
      }
      if !sent { break }
    }
    close(socket)
  }

  /// An answer (RFC 1035, section 4.1): the header and the question repeated, and one record where the
  /// question is for an IPv4 address.
  private static func answer(to query: ArraySlice<UInt8>, with address: [UInt8]) -> [UInt8] {
    let name = query.dropFirst(12).prefix { $0 != 0 }
    let question = query[12..<min(name.endIndex + 5, query.endIndex)]
    let isForIPv4 = question.suffix(4).prefix(2).elementsEqual([0, 1])
    let header = query.prefix(2) + [0x81, 0x80, 0, 1, 0, isForIPv4 ? 1 : 0, 0, 0, 0, 0]
    let record: [UInt8] = [0xC0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4] + address
    return header + question + (isForIPv4 ? record : [])
  }
}
