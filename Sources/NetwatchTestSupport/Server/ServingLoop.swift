import CLinux
import Glibc

/// What the thread of a server does: it waits for whatever happens next on any of its connections.
struct ServingLoop<Connection: ServedConnection>: ~Copyable {
  let listener: Descriptor

  /// Becomes readable when the server is to stop.
  let stopped: CInt

  let welcome: (consuming Descriptor) -> Connection

  consuming func run() {
    var connections: [Connection] = []
    while let events = awaitEvents(on: connections) {
      for (connection, events) in zip(connections, events.dropFirst()) {
        connection.proceed(after: events)
      }
      if events[0] != 0 { connections += accept() }
      connections.removeAll(where: \.isFinished)
    }
  }

  /// What happened on the listener, and then on each connection; nil once the server is to stop.
  private func awaitEvents(on connections: [Connection]) -> [Int16]? {
    let resumption = connections.compactMap(\.resumption).min()
    let timeout = resumption.map { Deadline.pollTimeout($0 - .now) } ?? -1
    var entries = [stopped, listener.number].map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    entries += connections.map(\.pollEntry)
    _ = retryingInterrupts { poll(&entries, nfds_t(entries.count), timeout) }
    return entries[0].revents == 0 ? entries.dropFirst().map(\.revents) : nil
  }

  private func accept() -> [Connection] {
    var accepted: [Connection] = []
    while case let number = retryingInterrupts({ Glibc.accept(listener.number, nil, nil) }),
      number >= 0
    {
      let socket = Descriptor(owning: number)
      _ = fcntl(number, F_SETFD, FD_CLOEXEC)
      try? socket.setNonBlocking()
      let connection = welcome(socket)
      connection.proceed(after: 0)
      accepted.append(connection)
    }
    return accepted
  }
}
