import NetwatchCore

extension DataSourceCore {
  /// Waits for the answer to a call of refresh.
  func refresh(
    clear: Bool,
    joining: Bool,
    ignoresTTL: Bool = false
  ) async throws -> Value {
    try Task.checkCancellation()
    if !clear, !ignoresTTL, let value = valueInTime { return value }
    guard !RunningSources.current.contains(ObjectIdentifier(self)) else {
      throw RefreshWithinFetchError()
    }
    let id = storage.withLock { $0.makeID() }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { caller in
        change { storage, now in
          storage.callers[id] = caller
          // Looked at under the lock: a cancellation from here on finds the call.
          if Task.isCancelled {
            storage.machine.take(.answer([id], with: .failure(CancellationError())))
          } else {
            storage.machine.refreshRequested(
              id,
              clear: clear,
              joining: joining,
              ignoresTTL: ignoresTTL,
              at: now
            )
          }
        }
      }
    } onCancel: {
      perform { machine, _ in machine.callCancelled(id) }
    }
  }

  private var valueInTime: Value? {
    let now = now
    return storage.withLock { $0.machine.answer(at: now) }
  }
}

// MARK: - Streams

extension DataSourceCore {
  typealias AudiencePath<Element: Sendable> = any WritableKeyPath<
    Audiences<Value>, Audience<Element>
  > & Sendable
}

extension DataSourceCore {
  /// A new reader, who begins with what there is.
  ///
  /// - Parameters:
  ///   - audience: Whom to join.
  ///   - current: What there is.
  ///   - needsValue: Whether the reader counts as a subscriber.
  ///   - policy: What becomes of elements that are not read in time.
  /// - Returns: What there is, and what follows.
  func subscribe<Element: Sendable>(
    to audience: AudiencePath<Element>,
    current: (CoreStorage<Value>) -> Element,
    needsValue: Bool,
    policy: AsyncStream<Element>.Continuation.BufferingPolicy
  ) -> AsyncStream<Element> {
    let (stream, member) = AsyncStream.makeStream(of: Element.self, bufferingPolicy: policy)
    let id = change { storage, now -> UInt64? in
      member.yield(current(storage))
      guard !storage.machine.isTerminated else { return nil }
      let id = storage.makeID()
      storage.audiences[keyPath: audience].join(id, member)
      if needsValue { storage.machine.subscribed(at: now) }
      return id
    }
    guard let id else {
      member.finish()
      return stream
    }
    member.onTermination = { [weak self] _ in
      self?.left(audience, id, needsValue: needsValue)
    }
    return stream
  }

  private func left<Element: Sendable>(
    _ audience: AudiencePath<Element>,
    _ id: UInt64,
    needsValue: Bool
  ) {
    _ = change { storage, _ -> Audience<Element>.Member? in
      guard let member = storage.audiences[keyPath: audience].leave(id) else { return nil }
      if needsValue { storage.machine.unsubscribed() }
      return member
    }
  }
}
