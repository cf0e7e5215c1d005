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

  private let threadSetup: @Sendable () throws -> Void
  private let state = Lock(State())

  /// - Parameter threadSetup: Runs first on the thread of every engine, to enter a namespace for
  ///   example.
  init(threadSetup: @escaping @Sendable () throws -> Void) {
    self.threadSetup = threadSetup
  }

  deinit {
    state.withLock { $0.engine }?.retire()
  }

  /// The engine for a transfer that starts on the paths of a ticket.
  ///
  /// - Throws: `CurlError` where no thread could be started.
  func engine(for ticket: EvidenceTicket) throws(CurlError) -> CurlEngine {
    let (engine, former) = try state.withLock {
      (state: inout State) throws(CurlError) -> (CurlEngine, CurlEngine?) in
      if let engine = state.engine, state.served.covers(ticket.generations) {
        state.served.fill(from: ticket.generations)
        return (engine, nil)
      }
      let engine = try CurlEngine.launch(threadSetup: threadSetup)
      defer { state = State(engine: engine, served: ticket.generations) }
      return (engine, state.engine)
    }
    former?.retire()
    return engine
  }
}

extension Generations {
  /// Whether no family's path of another moment began later than the one here; a family without a
  /// path has none that did.
  ///
  /// A ticket can be older than the engine: its paths were replaced since it was taken.
  fileprivate func covers(_ other: Self) -> Bool {
    AddressFamily.allCases.allSatisfy { family in
      guard let mine = self[family], let theirs = other[family] else { return true }
      return theirs <= mine
    }
  }

  /// Takes over the generation of each family that had none.
  fileprivate mutating func fill(from other: Self) {
    for family in AddressFamily.allCases where self[family] == nil { self[family] = other[family] }
  }
}
