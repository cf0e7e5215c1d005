/// Runs something in a task of its own, and waits for its end.
///
/// A task keeps the memory of the deepest call it ever made until it ends. What is done here is given
/// back at once, so that a request that waits afterwards for hours does not hold it.
///
/// - Parameter work: What to do, with the caller's priority and task-local values; it is cancelled
///   with the calling task.
/// - Returns: What it returns.
/// - Throws: What it throws.
@inline(never)
func inChildTask<Success: Sendable>(
  _ work: @escaping @Sendable () async throws -> Success
) async throws -> Success {
  // Not left to itself: it is awaited, and cancelled with whoever awaits it.
  let task = Task { try await work() }
  return try await withTaskCancellationHandler {
    try await task.value
  } onCancel: {
    task.cancel()
  }
}
