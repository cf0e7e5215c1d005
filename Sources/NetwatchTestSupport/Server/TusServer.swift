import NetwatchCore

/// A small server of resumable uploads (https://tus.io, version 1.0.0) that loses connections, lies and
/// dawdles where it is told to; any other POST or PUT is stored as a whole.
///
/// One thread serves all connections; ``stop()`` and the end of the object close them.
package final class TusServer: Sendable {
  private let state: TusServerState
  private let thread: ServingThread

  /// Starts listening.
  ///
  /// - Parameters:
  ///   - namespace: The namespace, or `nil` for this process's.
  ///   - address: One of its addresses.
  ///   - port: The port, or 0 for any that is free.
  ///   - behaviour: How it behaves.
  /// - Throws: ``SystemCallFailure`` where the address cannot be bound.
  package init(
    in namespace: String? = nil,
    address: String = "127.0.0.1",
    port: UInt16 = 0,
    _ behaviour: Behaviour = Behaviour()
  ) throws {
    let state = TusServerState(behaviour)
    self.state = state
    thread = try ServingThread(in: namespace, address: address, port: port) { socket in
      TusConnection(socket, state)
    }
  }

  /// Closes the port and every connection; the second time nothing happens.
  package func stop() { thread.stop() }
}

extension TusServer {
  /// How it behaves; what has begun keeps what it has.
  package struct Behaviour: Sendable {
    /// After how many bytes of its body each PATCH, in order, loses its connection by a reset.
    package var cuts: [Int] = []

    /// What it answers, instead of doing anything, to the next requests of a method.
    package var answers: [String: [String]] = [:]

    /// Fields that it adds to its answer to OPTIONS.
    package var abilities: [String] = []

    /// What stands before the path in Location: nothing, or an origin.
    package var locationOrigin = ""

    /// How long it waits after each piece of a body.
    package var pieceDelay = Duration.zero

    package init() {}
  }

  /// A request whose head has been read.
  package struct Request: Sendable {
    /// The request line and the header lines.
    package let head: String

    package var method: String { String(head.prefix { $0 != " " }) }

    /// The value of the first header line with this name, in whatever case.
    package func header(_ name: String) -> String? {
      ScriptedServer.Request(head: head, body: "", connection: 0).header(name)
    }
  }

  /// Where it listens; the port is the one that the kernel has chosen, where none was given.
  package var address: SocketAddress { thread.address }

  /// The beginning of a URL that leads here.
  package var origin: String { "http://\(address)" }

  /// The requests, in the order in which they came.
  package var requests: [Request] { state.values.withLock { $0.requests } }

  /// What has arrived of each upload, in the order in which they were created.
  package var uploads: [[UInt8]] { state.values.withLock { $0.uploads.map(\.bytes) } }

  /// Changes how it behaves from now on.
  package func change(_ change: (inout Behaviour) -> Void) {
    state.values.withLock { change(&$0.behaviour) }
  }

  /// Forgets all uploads, as if they had run out.
  package func forget() {
    state.values.withLock { values in
      for index in values.uploads.indices { values.uploads[index].isGone = true }
    }
  }
}
