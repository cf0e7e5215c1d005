import NetwatchCore

/// The copy of a data source's value that outlives the process.
final class StoredCopy<Value: Sendable>: Sendable {
  /// What the store is to have.
  enum Content: Sendable {
    case nothing
    case value(Value, WallTime)
  }

  private struct State {
    /// Whether the store has not answered what it has: it is to be asked one thing at a time.
    var isLoading = true
    /// What the store does not have yet.
    var wanted: Content?
    var worker: Task<Void, Never>?
  }

  private let store: any DataSourceStore
  private let key: String
  private let coding: ValueCoding<Value>
  private let onError: @Sendable (any Error) -> Void
  private let state = Lock(State())

  init(
    in store: any DataSourceStore,
    as key: String,
    coding: ValueCoding<Value>,
    onError: @escaping @Sendable (any Error) -> Void
  ) {
    self.store = store
    self.key = key
    self.coding = coding
    self.onError = onError
  }

  /// What the store has, and how old it is; nothing where it cannot be read.
  ///
  /// To be called once: until it has returned, the store is brought to nothing else.
  func load(at wall: @Sendable () -> WallTime) async -> (value: Value, age: Duration)? {
    defer { loaded() }
    do {
      guard let stored = try await store.load(key) else { return nil }
      let age =
        Duration.milliseconds(wall().milliseconds) - .milliseconds(stored.fetchedAt.milliseconds)
      // The clock may have been set back.
      return (try coding.decode(stored.bytes), max(age, .zero))
    } catch {
      if !(error is CancellationError) { onError(error) }
      return nil
    }
  }

  /// Has the store brought to this, after what it is doing; only the newest wish counts.
  func change(to content: Content) {
    state.withLock { state in
      state.wanted = content
      startWorking(in: &state)
    }
  }

  private func loaded() {
    state.withLock { state in
      state.isLoading = false
      startWorking(in: &state)
    }
  }

  private func startWorking(in state: inout State) {
    guard !state.isLoading, state.wanted != nil, state.worker == nil else { return }
    // Owned here. It outlives the source by one write at most, so that the last one is not lost.
    state.worker = Task.detached { await self.work() }
  }

  /// Returns when the store has what was wanted, or could not be brought to it.
  func changed() async {
    await state.withLock { $0.worker }?.value
  }

  private func work() async {
    while let content = next() {
      do { try await bring(to: content) } catch { onError(error) }
    }
  }

  private func next() -> Content? {
    state.withLock { state in
      if state.wanted == nil { state.worker = nil }
      defer { state.wanted = nil }
      return state.wanted
    }
  }

  private func bring(to content: Content) async throws {
    switch content {
    case .nothing: try await store.remove(key)
    case .value(let value, let moment):
      let bytes = try coding.encode(value)
      try await store.save(StoredDataSourceValue(bytes: bytes, fetchedAt: moment), for: key)
    }
  }
}
