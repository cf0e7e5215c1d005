import CLinux
import Glibc

/// An HTTP server that answers every request with 204 and closes the connection.
struct ProbeServer: ~Copyable {
  private let listener: CInt

  private init(listener: CInt) {
    self.listener = listener
  }

  deinit { close(listener) }

  /// Listens on all addresses of the calling thread's network namespace.
  static func open(port: UInt16) throws(BenchmarkError) -> ProbeServer {
    let listener = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
    guard listener >= 0 else { throw .systemCall("opening the server's socket") }
    let server = ProbeServer(listener: listener)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    let status = withUnsafePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard status == 0, listen(listener, 16) == 0 else { throw .systemCall("listening") }
    return server
  }

  /// Answers so many requests, one after the other.
  ///
  /// - Throws: ``BenchmarkError`` where one did not come in time.
  func answer(requests: Int, within seconds: Double) throws(BenchmarkError) {
    for number in 1...requests {
      guard Readiness.isReadable(listener, within: seconds) else {
        throw BenchmarkError("probe \(number) did not come within \(seconds) s")
      }
      let connection = accept(listener, nil, nil)
      guard connection >= 0 else { throw .systemCall("accepting a probe") }
      defer { close(connection) }
      Self.answer(connection)
    }
  }

  /// A probe's request is one small packet, so that it is whole once it can be read.
  private static func answer(_ connection: CInt) {
    guard Readiness.isReadable(connection, within: 3) else { return }
    var request = [UInt8](repeating: 0, count: 4096)
    guard read(connection, &request, request.count) > 0 else { return }
    let response = Array("HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n".utf8)
    _ = write(connection, response, response.count)
  }
}
