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

    /// Counts a connection, and returns its number.
    mutating func openConnection() -> Int {
      connectionCount += 1
      openConnectionCount += 1
      return connectionCount
    }

    mutating func takeScript() -> ScriptedServer.Script {
      queue.isEmpty ? script : queue.removeFirst()
    }
  }

  let values: Lock<Values>

  init(script: ScriptedServer.Script) {
    values = Lock(Values(script: script))
  }
}
