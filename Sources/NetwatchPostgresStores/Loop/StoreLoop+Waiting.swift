import CLinux
import CPostgres
import Glibc
import NetwatchCore
import NetwatchJobs
import NetwatchSystem

extension StoreLoop {
  /// Sends a statement, and waits for what the server says.
  func answer(
    to statement: Statement,
    on connection: PostgresConnection
  ) throws(PostgresFailure) -> PostgresResult {
    try connection.send(statement)
    return try result(on: connection, within: settings.answerLimit)
  }

  /// Waits for the last result of what was sent.
  func result(
    on connection: PostgresConnection,
    within limit: Duration
  ) throws(PostgresFailure) -> PostgresResult {
    let deadline = ContinuousClock.now + limit
    var last: PostgresResult?
    var failure: PostgresFailure?
    while true {
      let isSending = try connection.flush()
      guard connection.isBusy else {
        guard let result = connection.nextResult() else { break }
        failure = failure ?? result.failure
        last = result
        // Of one that ends there will be no more.
        if let failure, failure.isDisconnection { throw failure }
        continue
      }
      try waitUntilReady(connection, Int16(isSending ? POLLIN | POLLOUT : POLLIN), until: deadline)
      try connection.consume()
    }
    if let failure { throw failure }
    guard let last else {
      throw PostgresFailure(state: nil, message: "the server gave no answer")
    }
    return last
  }

  /// Waits for a connection's socket.
  func waitUntilReady(
    _ connection: PostgresConnection,
    _ events: Int16,
    until deadline: ContinuousClock.Instant
  ) throws(PostgresFailure) {
    while !wait(for: (connection.socket, events), until: deadline) {
      guard !mailbox.isClosed else {
        throw PostgresFailure(state: nil, message: "the store was closed")
      }
      guard deadline > .now else { throw .timeout }
    }
  }

  /// Waits for a socket, a moment, or the mailbox, and serves the second connection meanwhile.
  ///
  /// - Returns: Whether the socket is ready.
  func wait(for socket: (CInt, Int16)?, until deadline: ContinuousClock.Instant?) -> Bool {
    prepareListening()
    var descriptors = [pollfd(fd: mailbox.signal.descriptor, events: Int16(POLLIN), revents: 0)]
    if let (descriptor, events) = socket {
      descriptors.append(pollfd(fd: descriptor, events: events, revents: 0))
    }
    if let descriptor = listener?.descriptor { descriptors.append(descriptor) }
    let moments = [deadline, listener?.deadline, nextReminder, nextExpiry]
    Self.poll(&descriptors, until: moments.compactMap { $0 }.min())
    if descriptors[0].revents != 0 { mailbox.signal.clear() }
    let hasOther = descriptors.count > (socket == nil ? 1 : 2)
    serveListening(isReady: hasOther && descriptors[descriptors.count - 1].revents != 0)
    expire()
    return socket != nil && descriptors[1].revents != 0
  }

  private static func poll(
    _ descriptors: inout [pollfd],
    until moment: ContinuousClock.Instant?
  ) {
    let count = UInt(descriptors.count)
    guard let moment else {
      unsafe _ = linux_ppoll(&descriptors, count, nil)
      return
    }
    let left = max(ContinuousClock.now.duration(to: moment), .zero).clampedNanoseconds
    var limit = timespec(tv_sec: Int(left / 1_000_000_000), tv_nsec: Int(left % 1_000_000_000))
    unsafe _ = linux_ppoll(&descriptors, count, &limit)
  }

  /// Nobody who observes, no second connection and no reminders.
  private func prepareListening() {
    guard !observers.isEmpty else {
      nextReminder = nil
      listener = nil
      return
    }
    if nextReminder == nil { remindLater() }
    guard listener == nil, let connection = settings.listening else { return }
    listener = Listener(settings, connection: connection, client: client)
  }

  private func remindLater() {
    nextReminder = .now + .interpolated(.seconds(5)...(.seconds(30)), at: settings.random.next())
  }

  private func serveListening(isReady: Bool) {
    var isElsewhere = listener?.step(isReady: isReady) ?? false
    if let nextReminder, nextReminder <= .now { isElsewhere = true }
    guard isElsewhere else { return }
    remindLater()
    observers.tell([.elsewhere])
  }
}
