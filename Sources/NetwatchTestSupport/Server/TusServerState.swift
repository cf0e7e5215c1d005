import NetwatchCore

/// What a server of uploads shares with its thread.
final class TusServerState: Sendable {
  struct Upload {
    var length: Int
    var bytes: [UInt8] = []
    var isGone = false
  }

  struct Values {
    var behaviour: TusServer.Behaviour
    var requests: [TusServer.Request] = []
    var uploads: [Upload] = []

    mutating func takeCut() -> Int? {
      behaviour.cuts.isEmpty ? nil : behaviour.cuts.removeFirst()
    }

    mutating func takeAnswer(to method: String) -> String? {
      guard behaviour.answers[method]?.isEmpty == false else { return nil }
      return behaviour.answers[method]?.removeFirst()
    }
  }

  let values: Lock<Values>

  init(_ behaviour: TusServer.Behaviour) {
    values = Lock(Values(behaviour: behaviour))
  }
}
