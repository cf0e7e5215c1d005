import CLinux
import Glibc
import NetwatchCore

/// The thread of a server: waits for whatever happens next on any of its connections.
struct ScriptedServerLoop {
  let state: ScriptedServerState

  func run() {
    var connections: [ScriptedConnection] = []
    let listener = state.listenerNumber
    while true {
      let resumptions = connections.compactMap(\.resumption)
      let timeout = resumptions.min().map { Deadline.pollTimeout($0 - .now) } ?? -1
      var entries = [state.stopped.number, listener].map {
        pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
      }
      entries += connections.map(\.pollEntry)
      _ = retryingInterrupts { poll(&entries, nfds_t(entries.count), timeout) }
      if entries[0].revents != 0 { break }
      for (connection, entry) in zip(connections, entries.dropFirst(2)) {
        connection.proceed(after: entry.revents)
      }
      if entries[1].revents != 0 { connections += accept(from: listener) }
      connections.removeAll(where: \.isFinished)
      publish(connections.count)
    }
    publish(0)
  }

  private func publish(_ count: Int) {
    state.values.withLock { $0.openConnectionCount = count }
  }

  private func accept(from listener: CInt) -> [ScriptedConnection] {
    var accepted: [ScriptedConnection] = []
    while true {
      let number = retryingInterrupts { Glibc.accept(listener, nil, nil) }
      guard number >= 0 else { return accepted }
      accepted.append(welcome(Descriptor(owning: number)))
    }
  }

  private func welcome(_ socket: consuming Descriptor) -> ScriptedConnection {
    _ = fcntl(socket.number, F_SETFD, FD_CLOEXEC)
    try? socket.setNonBlocking()
    // Small pieces are sent as the script says, and not gathered.
    try? socket.setOption(CInt(IPPROTO_TCP), TCP_NODELAY, to: 1)
    let id = state.values.withLock { values in
      values.connectionCount += 1
      return values.connectionCount
    }
    let connection = ScriptedConnection(socket, id: id, state: state)
    connection.proceed(after: 0)
    return connection
  }
}
