import CLinux
import Glibc
import NetwatchCore

/// The thread of a server of uploads.
struct TusServerLoop: ~Copyable {
  let listener: Descriptor
  let stopped: CInt
  let state: TusServerState

  consuming func run() {
    var connections: [TusConnection] = []
    while true {
      var entries = ([stopped, listener.number] + connections.map(\.number)).map {
        pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
      }
      _ = retryingInterrupts { poll(&entries, nfds_t(entries.count), -1) }
      if entries[0].revents != 0 { return }
      for (connection, entry) in zip(connections, entries.dropFirst(2)) where entry.revents != 0 {
        connection.proceed()
      }
      connections.removeAll(where: \.isFinished)
      if entries[1].revents != 0 { accept(into: &connections) }
    }
  }

  private func accept(into connections: inout [TusConnection]) {
    while case let number = retryingInterrupts({ Glibc.accept(listener.number, nil, nil) }),
      number >= 0
    {
      let socket = Descriptor(owning: number)
      _ = fcntl(number, F_SETFD, FD_CLOEXEC)
      try? socket.setNonBlocking()
      connections.append(TusConnection(socket, state))
    }
  }
}
