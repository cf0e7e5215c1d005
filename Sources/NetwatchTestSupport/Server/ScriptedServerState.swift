import NetwatchCore

/// What a server shares with its thread.
final class ScriptedServerState: Sendable {
  struct Values {
    var script: ScriptedServer.Script
    var queue: [ScriptedServer.Script] = []
    var connectionCount = 0
    var openConnectionCount = 0
    var requests: [ScriptedServer.Request] = []

    /// Whether the script that the next connection gets begins by reading.
    var upcomingScriptReads: Bool {
      if case .readRequest = (queue.first ?? script).first { true } else { false }
    }

    mutating func takeScript() -> ScriptedServer.Script {
      queue.isEmpty ? script : queue.removeFirst()
    }
  }

  let values: Lock<Values>

  /// Becomes readable when the server is to stop.
  let stopped: Descriptor

  private let listener: Lock<Descriptor?>

  init(listener: consuming sending Descriptor, script: ScriptedServer.Script) throws {
    stopped = try Descriptor.event()
    self.listener = Lock(listener)
    values = Lock(Values(script: script))
  }

  /// The listening socket; it is closed only after the thread has ended.
  var listenerNumber: Int32 { listener.withLock { $0.number ?? -1 } }

  func closeListener() {
    listener.withLock { $0 = nil }
  }
}
