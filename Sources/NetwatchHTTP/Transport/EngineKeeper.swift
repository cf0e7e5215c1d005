import NetwatchCore
import NetwatchCurl

/// Keeps the engine whose connections belong to the present paths.
///
/// A connection made on one path is worth nothing on the next: when a path is replaced, a new engine
/// takes over, and the old one ends with its last transfer, its idle connections and its name cache
/// with it. That a path is lost is no reason: if the same one returns, its connections may have
/// lasted.
final class EngineKeeper: Sendable {
  private struct State {
    var engine: CurlEngine?
    var served = Generations.unreachable
  }

  private let state = Lock(State())

  deinit {
    state.withLock { $0.engine }?.retire()
  }

  /// The engine for a transfer that starts on the paths of a ticket.
  ///
  /// - Throws: `CurlError` where no thread could be started.
  func engine(for ticket: EvidenceTicket) throws(CurlError) -> CurlEngine {
    let (engine, former) = try state.withLock {
      (state: inout State) throws(CurlError) -> (CurlEngine, CurlEngine?) in
      if let engine = state.engine, state.served.agrees(with: ticket.generations) {
        state.served.fill(from: ticket.generations)
        return (engine, nil)
      }
      let engine = try CurlEngine.launch()
      defer { state = State(engine: engine, served: ticket.generations) }
      return (engine, state.engine)
    }
    former?.retire()
    return engine
  }
}

extension Generations {
  /// Whether no family has another generation here and there; one without a path has none.
  fileprivate func agrees(with other: Self) -> Bool {
    AddressFamily.allCases.allSatisfy { family in
      guard let mine = self[family], let theirs = other[family] else { return true }
      return mine == theirs
    }
  }

  /// Takes over the generation of each family that had none.
  fileprivate mutating func fill(from other: Self) {
    for family in AddressFamily.allCases where self[family] == nil { self[family] = other[family] }
  }
}
