package import NetwatchJobs

extension HistoryStore {
  /// The newest events, and what goes with them.
  package func tail(limit: Int64) async throws -> HistoryTail {
    try await StoreCall(.reading) { try $0.tail(limit: limit) }.value(from: mailbox)
  }

  /// Reads events behind an id, the oldest first; returns at once.
  ///
  /// - Parameters:
  ///   - id: The id.
  ///   - request: Which, and how many.
  ///   - body: Is called once, on the thread that reads, with the events; with nil where the id is not
  ///     that of an event, or too many came after it.
  package func readPage(
    after id: Int64,
    _ request: HistoryPageRequest,
    _ body: @escaping @Sendable (Result<HistoryPage?, any Error>) -> Void
  ) {
    let task = HistoryRead(body) { try $0.page(after: id, request) }
    do {
      if let refusal = try reader.mailbox().put(task) { task.fail(refusal) }
    } catch {
      task.fail(error)
    }
  }

  /// The newest changes of a job, the oldest of them first.
  package func transitions(of job: JobID, limit: Int) async throws -> [TransitionRow] {
    try await read { try $0.transitions(of: job, limit: limit) }
  }

  /// What a report on a time is made of, in microseconds since 1970.
  ///
  /// - Parameters:
  ///   - start: The beginning.
  ///   - end: The end.
  ///   - collect: Makes something of it, on the thread that reads.
  /// - Returns: What `collect` has made.
  /// - Throws: `JobStoreError`; what `collect` throws; `CancellationError`.
  package func report<Value: Sendable>(
    from start: Int64,
    to end: Int64,
    _ collect: @escaping @Sendable (HistoryReading) throws -> Value
  ) async throws -> Value {
    try await read { try collect(HistoryReading($0, start, end)) }
  }

  private func read<Value: Sendable>(
    _ body: @escaping @Sendable (HistoryDatabase) throws -> Value
  ) async throws -> Value {
    try await StoreCall(.reading, body).value(from: reader.mailbox())
  }
}
