import CLinux
import Glibc

/// A port that is listened on, with one thread that serves all its connections.
///
/// ``stop()`` and the end of the object close them and free the port.
final class ServingThread: Sendable {
  /// Where it listens; the port is the one that the kernel has chosen, where none was given.
  let address: SocketAddress

  private let stopped: Descriptor
  private let thread: Handover<JoinableThread>

  /// Starts listening.
  ///
  /// - Parameters:
  ///   - namespace: The namespace, or `nil` for this process's.
  ///   - address: One of its addresses.
  ///   - port: The port, or 0 for any that is free.
  ///   - welcome: Makes the connection to a client; called on the thread.
  /// - Throws: ``SystemCallFailure`` where the address cannot be bound.
  init<Connection: ServedConnection>(
    in namespace: String?,
    address: String,
    port: UInt16,
    welcome: @escaping @Sendable (consuming Descriptor) -> Connection
  ) throws {
    let wanted = try SocketAddress(address, port: port)
    let listener = Descriptor(
      owning: try onThread(in: namespace) { try Self.listen(on: wanted).release() }
    )
    self.address = try listener.localAddress()
    stopped = try .event()
    let (number, stop) = (listener.release(), stopped.number)
    thread = Handover(
      try JoinableThread.start {
        let listener = Descriptor(owning: number)
        ServingLoop(listener: listener, stopped: stop, welcome: welcome).run()
      }
    )
  }

  deinit { stop() }

  /// Closes the port and every connection; the second time nothing happens.
  func stop() {
    stopped.notify()
    thread.take()?.join()
  }

  private static func listen(on address: SocketAddress) throws -> Descriptor {
    let socket = try Descriptor.socket(address.domain, SOCK_STREAM)
    try socket.setOption(SOL_SOCKET, SO_REUSEADDR, to: 1)
    try socket.bind(to: address)
    try check("listen \(address)", Glibc.listen(socket.number, 4_096))
    return socket
  }
}
