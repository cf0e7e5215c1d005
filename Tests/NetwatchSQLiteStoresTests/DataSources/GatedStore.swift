import NetwatchCore
import NetwatchDataSources

/// A store whose calls can be held back, and which counts how many go on at once.
final class GatedStore: DataSourceStore {
  enum Call: Hashable {
    case load, save, remove
  }

  private struct State {
    var held: Set<Call>
    var waiting: [CheckedContinuation<Void, Never>] = []
    var begun: [Call] = []
    var underWay = 0
    var peak = 0
  }

  private let base: any DataSourceStore
  private let state: Lock<State>

  init(_ base: any DataSourceStore, holding held: Set<Call> = []) {
    self.base = base
    state = Lock(State(held: held))
  }

  /// The calls that have begun, in order.
  var begun: [Call] { state.withLock { $0.begun } }

  /// The most calls that were under way at once.
  var peak: Int { state.withLock { $0.peak } }

  /// Holds nothing back any more.
  func letGo() {
    let waiting = state.withLock { state in
      state.held = []
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  func load(_ key: String) async throws -> StoredDataSourceValue? {
    try await go(.load) { try await base.load(key) }
  }

  func save(_ value: StoredDataSourceValue, for key: String) async throws {
    try await go(.save) { try await base.save(value, for: key) }
  }

  func remove(_ key: String) async throws {
    try await go(.remove) { try await base.remove(key) }
  }

  private func go<Value>(_ call: Call, _ body: () async throws -> Value) async throws -> Value {
    await withCheckedContinuation { continuation in
      let isHeld = state.withLock { state in
        state.begun.append(call)
        state.underWay += 1
        state.peak = max(state.peak, state.underWay)
        if state.held.contains(call) { state.waiting.append(continuation) }
        return state.held.contains(call)
      }
      if !isHeld { continuation.resume() }
    }
    defer { state.withLock { $0.underWay -= 1 } }
    return try await body()
  }
}
