internal import CLinux
internal import Glibc

/// A connection, from its acceptance to its end; it belongs to the server's thread.
///
/// What it is at, and what follows from that, is the ``ConnectionStateMachine``'s to know; here is what
/// calls the library and the system.
final class ServerConnection {
  let id: UInt64
  let isTCP: Bool
  let handle: MicroConnection
  let descriptor: CInt
  unowned let loop: ServerLoop

  var machine = ConnectionStateMachine()

  /// Whether the loop looks out for its end.
  var isWatched = false

  /// When it is closed unless it has gone on, on the monotonic clock in nanoseconds.
  private(set) var deadline: Int64?

  private var heldBytes = 0 {
    didSet { loop.bodies.change(by: heldBytes - oldValue, of: user) }
  }

  private var answerBytes = 0 {
    didSet { loop.answerBytes += answerBytes - oldValue }
  }

  /// Of the request that is being received, as it was sent.
  var target = ""

  /// Who sends; nil over TCP.
  let peer: ServerPeer?

  init(_ id: UInt64, _ handle: MicroConnection, isTCP: Bool, loop: ServerLoop) {
    (self.id, self.handle, self.isTCP, self.loop) = (id, handle, isTCP, loop)
    descriptor = handle.descriptor
    peer = isTCP ? nil : ServerPeer(of: descriptor)
    setLimit(.request)
  }

  /// The user who sends; nil over TCP.
  var user: UInt32? { peer?.user }

  /// Whether nothing has been asked, or not to its end.
  var isWaiting: Bool { machine.isWaiting }

  /// Does what follows from an event that the machine was told of.
  func perform(_ effects: ConnectionEffects) {
    (heldBytes, answerBytes) = (machine.heldBytes, machine.answerBytes)
    if let limit = effects.limit { setLimit(limit) }
    if let (stream, reason) = effects.endedStream {
      stream.end(reason)
      if reason == .disconnected { stream.detach() }
    }
    if let status = effects.bareStatus { send(status) }
    if effects.shutsDown { _ = shutdown(descriptor, CInt(SHUT_RDWR)) }
    switch effects.suspension {
    case nil: break
    case .begins: handle.suspend()
    case .beginsWatched:
      handle.suspend()
      loop.watch(self)
    case .ends:
      loop.unwatch(self)
      handle.resume()
    }
  }

  /// The connection is no more.
  func closed() {
    (heldBytes, answerBytes) = (0, 0)
    loop.forget(self)
  }

  private func setLimit(_ limit: ConnectionEffects.Limit) {
    deadline = time(of: limit).map { loop.moment(in: $0) }
    if let deadline { loop.arm(deadline) }
  }

  private func time(of limit: ConnectionEffects.Limit) -> Duration? {
    switch limit {
    case .request: loop.settings.requestTimeout
    case .idle: loop.settings.idleTimeout
    // The library waits for ever for a client that takes a byte now and then.
    case .answer(let bytes):
      loop.settings.requestTimeout + .seconds(bytes / max(1, loop.settings.answerPace))
    case .unlimited: nil
    }
  }

  private func send(_ status: BareStatus) {
    let head = "HTTP/1.1 \(status.rawValue)\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
    let bytes = Array(head.utf8)
    unsafe _ = Glibc.send(descriptor, bytes, bytes.count, CInt(MSG_DONTWAIT) | CInt(MSG_NOSIGNAL))
  }
}

/// What others tell of it.
extension ServerConnection {
  /// The stream has something to read, or has ended.
  func streamMoved() {
    perform(machine.streamMoved(hasEnded: machine.stream?.hasEnded == true))
  }

  /// The client has gone while there was nothing to send.
  func hungUp() { perform(machine.hungUp()) }

  /// The handler has answered.
  func handled(_ response: ServerResponse) { perform(machine.handled(response)) }

  /// It is closed as soon as nothing else has it.
  func close() { perform(machine.givenUp()) }

  /// It has not gone on in time.
  func expired() { perform(machine.expired()) }

  /// There is no room for it: it is closed with nothing but a status.
  func refuse() { perform(machine.refused()) }

  /// The server takes no more.
  func serverStopped() { perform(machine.serverStopped()) }
}

extension ServerPeer {
  /// The peer of a Unix socket.
  fileprivate init?(of socket: CInt) {
    // struct ucred, which is declared only with _GNU_SOURCE: a pid, a uid and a gid.
    var credentials: (pid_t, uid_t, gid_t) = (0, 0, 0)
    var size = socklen_t(MemoryLayout.size(ofValue: credentials))
    guard unsafe getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &credentials, &size) == 0 else {
      return nil
    }
    self.init(process: credentials.0, user: credentials.1, group: credentials.2)
  }
}
