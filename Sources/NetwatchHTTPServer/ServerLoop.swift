internal import CLinux
internal import CMicroHTTP
internal import Glibc
internal import NetwatchSystem

/// The thread of a server: everything of libmicrohttpd's happens on it.
final class ServerLoop {
  let settings: HTTPServerSettings
  let mailbox: ServerMailbox

  /// Who has how much of the bodies that are received or handled.
  var bodies: BodyShares

  /// How long the answers are that are being sent.
  var answerBytes = 0

  /// Whether the server takes no more.
  private(set) var isStopping = false

  private let handler: @Sendable (ServerRequest) async -> ServerResponse
  private let epoll: OwnedDescriptor
  private var listeners: [LoopListener] = []
  private var connections: [UInt64: ServerConnection] = [:]
  private var handling: [UInt64: Task<Void, Never>] = [:]
  private var lastID: UInt64 = 0

  /// Whether a connection has ended since the listeners were run.
  private var hasFreed = false

  /// The earliest deadline, or one that has been taken back since.
  private var nextDeadline: Int64?
  private var stopDeadline: Int64?

  init(
    settings: HTTPServerSettings,
    mailbox: ServerMailbox,
    handler: @escaping @Sendable (ServerRequest) async -> ServerResponse
  ) throws(HTTPServerError) {
    (self.settings, self.mailbox, self.handler) = (settings, mailbox, handler)
    bodies = BodyShares(settings)
    let descriptor = epoll_create1(CInt(EPOLL_CLOEXEC))
    guard descriptor >= 0 else { throw .system("make an epoll descriptor") }
    epoll = OwnedDescriptor(number: descriptor)
  }

  /// Serves sockets until a message says to stop, and everything has ended.
  func run(_ sockets: [ListeningSocket]) throws(HTTPServerError) {
    try watch(mailbox.descriptor)
    for socket in sockets {
      let listener = try LoopListener(socket, loop: self)
      try watch(listener.pollDescriptor)
      listeners.append(listener)
    }
    while !isStopping || !connections.isEmpty {
      for id in wait() { connections[id]?.hungUp() }
      for message in mailbox.take() { received(message) }
      expire()
      runListeners()
    }
  }

  /// Once more after a connection has ended: only then does a listener that was at its limit look at
  /// those that wait.
  private func runListeners() {
    repeat {
      hasFreed = false
      for listener in listeners { listener.run() }
    } while hasFreed
  }

  private func watch(_ descriptor: CInt) throws(HTTPServerError) {
    guard netwatch_epoll_watch(epoll.number, descriptor, netwatch_epoll_readable, 0) == 0 else {
      throw .system("watch a descriptor")
    }
  }

  /// Waits until there is something to do; returns the connections that hung up.
  private func wait() -> [UInt64] {
    var tags = [UInt64](repeating: 0, count: 64)
    let ready = unsafe netwatch_epoll_wait(epoll.number, &tags, CInt(tags.count), timeout)
    return tags.prefix(max(0, Int(ready))).filter { $0 != 0 }
  }

  private var timeout: CInt {
    let own = [nextDeadline, stopDeadline].compactMap { $0 }.min()
    // Rounded up: a deadline is not looked at before it has come.
    let left = own.map { UInt64(max(0, $0 - now() + 999_999)) / 1_000_000 }
    let times = listeners.map(\.timeout) + [left]
    return times.compactMap { $0 }.min().map { CInt(clamping: $0) } ?? -1
  }

  private func received(_ message: ServerMessage) {
    switch message {
    case .answered(let id, let response):
      handling[id] = nil
      connections[id]?.handled(response)
    case .streamMoved(let id): connections[id]?.streamMoved()
    case .stop: stop()
    }
  }
}

/// Connections.
extension ServerLoop {
  func open(_ handle: MicroConnection, isTCP: Bool) -> ServerConnection {
    // 0 stands for everything that is no connection.
    lastID += 1
    let connection = ServerConnection(lastID, handle, isTCP: isTCP, loop: self)
    connections[lastID] = connection
    return connection
  }

  func forget(_ connection: ServerConnection) {
    connections[connection.id] = nil
    hasFreed = true
  }

  /// Has a request handled; the connection stays suspended, and so exists, until it is.
  func handle(_ request: ServerRequest, of connection: ServerConnection) {
    // Owned here: cancelled when the server has stopped for too long, and waited for. Detached, because
    // this thread runs nothing else, and has no task.
    handling[connection.id] = Task.detached { [handler, mailbox, id = connection.id] in
      mailbox.post(.answered(connection: id, await handler(request)))
    }
  }

  /// Looks out for the end of a connection that the library does not look at.
  func watch(_ connection: ServerConnection) {
    let code = netwatch_epoll_watch(
      epoll.number,
      connection.descriptor,
      netwatch_epoll_hangup,
      connection.id
    )
    // Where the kernel has no room, the end is noticed with the next chunk.
    connection.isWatched = code == 0
  }

  func unwatch(_ connection: ServerConnection) {
    guard connection.isWatched else { return }
    connection.isWatched = false
    _ = netwatch_epoll_unwatch(epoll.number, connection.descriptor)
  }
}

/// Time.
extension ServerLoop {
  private func now() -> Int64 { SystemClocks.kernel.monotonic() }

  func moment(in time: Duration) -> Int64 {
    let (seconds, attoseconds) = time.components
    let (product, isTooMuch) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, isTooLate) = now().addingReportingOverflow(product)
    return isTooMuch || isTooLate ? .max / 2 : sum &+ attoseconds / 1_000_000_000
  }

  /// Has the connections looked at at a moment.
  func arm(_ deadline: Int64) { nextDeadline = min(deadline, nextDeadline ?? .max) }

  private func expire() {
    let now = now()
    if let deadline = nextDeadline, deadline <= now {
      for connection in connections.values where connection.deadline ?? .max <= now {
        connection.expired()
      }
      nextDeadline = connections.values.compactMap(\.deadline).min()
    }
    if let deadline = stopDeadline, deadline <= now { abort() }
  }

  /// Takes no more, and lets what is under way end.
  private func stop() {
    guard !isStopping else { return }
    isStopping = true
    stopDeadline = moment(in: settings.stopTimeout)
    for listener in listeners { listener.close() }
    for connection in connections.values { connection.serverStopped() }
  }

  /// Ends what has not ended by itself.
  private func abort() {
    stopDeadline = nil
    for task in handling.values { task.cancel() }
    for connection in connections.values { connection.close() }
  }
}
