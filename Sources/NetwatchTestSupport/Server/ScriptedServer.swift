import NetwatchCore

/// A TCP server that does to each connection what a script says.
///
/// A connection takes the newest script when its first byte arrives, or at once where the script does
/// not begin by reading. One thread serves all connections; ``stop()`` and the end of the object
/// close them and free the port.
package final class ScriptedServer: Sendable {
  private let state: ScriptedServerState
  private let thread: ServingThread

  /// Starts listening.
  ///
  /// - Parameters:
  ///   - namespace: The namespace, or `nil` for this process's.
  ///   - address: One of its addresses.
  ///   - port: The port, or 0 for any that is free.
  ///   - script: What every connection gets.
  /// - Throws: ``SystemCallFailure`` where the address cannot be bound.
  package init(
    in namespace: String? = nil,
    address: String = "127.0.0.1",
    port: UInt16 = 0,
    script: Script = .http()
  ) throws {
    let state = ScriptedServerState(script: script)
    self.state = state
    thread = try ServingThread(in: namespace, address: address, port: port) { socket in
      ScriptedConnection(socket, state: state)
    }
  }

  /// Closes the port and every connection; the second time nothing happens.
  package func stop() { thread.stop() }
}

extension ScriptedServer {
  /// Where it listens; the port is the one that the kernel has chosen, where none was given.
  package var address: SocketAddress { thread.address }

  /// What every connection gets from now on; one that is being served keeps what it has.
  package var script: Script {
    get { state.values.withLock { $0.script } }
    set { state.values.withLock { $0.script = newValue } }
  }

  /// Scripts that are used once each, in order, before ``script`` has its turn.
  package func enqueue(_ scripts: Script...) {
    state.values.withLock { $0.queue += scripts }
  }

  /// The beginning of a URL that leads here: `http://192.0.2.80:8080`.
  package var origin: String { "http://\(address)" }

  /// How many connections have been accepted.
  package var connectionCount: Int { state.values.withLock { $0.connectionCount } }

  /// How many of them are open.
  package var openConnectionCount: Int { state.values.withLock { $0.openConnectionCount } }

  /// How many requests have been read to their end.
  package var requestCount: Int { state.values.withLock { $0.requests.count } }

  /// The requests in the order in which they ended.
  package var requests: [Request] { state.values.withLock { $0.requests } }
}
