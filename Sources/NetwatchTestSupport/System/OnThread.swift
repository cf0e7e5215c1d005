/// Runs a closure on a thread that has entered a network namespace, and returns its value.
///
/// A namespace belongs to a thread, so the test's own threads stay where they are; a socket made in
/// the closure keeps its namespace wherever it is used. The caller blocks meanwhile: for what takes
/// long in an asynchronous test there is ``awaitThread(in:_:)``.
///
/// - Parameters:
///   - namespace: A name that ip-netns(8) knows; `nil` stays in the process's own namespace.
///   - body: What to do there.
/// - Returns: What the closure returns.
/// - Throws: What the closure throws, and ``SystemCallFailure`` for a namespace that is not there.
package func onThread<Value: Sendable>(
  in namespace: String? = nil,
  _ body: @escaping @Sendable () throws -> Value
) throws -> Value {
  let outcome = Handover<Result<Value, any Error>>(nil)
  let thread = try JoinableThread.start {
    outcome.put(Result { try enter(namespace, andRun: body) })
  }
  thread.join()
  guard let result = outcome.take() else {
    preconditionFailure("A joined thread has left its result.")
  }
  return try result.get()
}

/// Does the same as ``onThread(in:_:)``, and suspends the task instead of blocking its thread.
package func awaitThread<Value: Sendable>(
  in namespace: String? = nil,
  _ body: @escaping @Sendable () throws -> Value
) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    do {
      try JoinableThread.start {
        continuation.resume(with: Result { try enter(namespace, andRun: body) })
      }.detach()
    } catch {
      continuation.resume(throwing: error)
    }
  }
}

private func enter<Value>(_ namespace: String?, andRun body: () throws -> Value) throws -> Value {
  if let namespace { try ThreadView.enterNetwork(namespace) }
  return try body()
}
