/// An exchange that a task of its own carries, for what has to suspend.
package struct TaskExchange: TransportExchange {
  private let task: Task<Void, Never>

  /// Starts the task, with the calling task's priority and task-local values.
  ///
  /// - Parameters:
  ///   - completion: Called at its end.
  ///   - work: The exchange; cancelling the task ends it within 50 ms.
  package init(
    completion: @escaping @Sendable (TransportResult) -> Void,
    _ work: @escaping @Sendable () async -> TransportResult
  ) {
    // Not left to itself: whoever waits for the completion has it cancelled, and awaits its end.
    task = Task { completion(await work()) }
  }

  package func cancel() { task.cancel() }
}
