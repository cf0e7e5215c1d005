import NetwatchDataSources

/// A call of refresh.
struct Call<Value: Sendable>: Sendable {
  fileprivate let task: Task<Value, any Error>

  /// What it returns.
  ///
  /// Whoever waits takes it along when cancelled, so that a test that waits in vain ends at its time
  /// limit instead of hanging.
  var value: Value {
    get async throws {
      try await withTaskCancellationHandler {
        try await task.value
      } onCancel: {
        task.cancel()
      }
    }
  }

  func cancel() { task.cancel() }
}

extension DataSource {
  /// A call of refresh, which the source has taken note of when this returns.
  func call(clear: Bool = false, joining: Bool = true) -> Call<Value> {
    Call(task: Task.immediate { try await self.refresh(clear: clear, joining: joining) })
  }
}
