/// How far a queue has been moved.
public struct JobMoveProgress: Hashable, Sendable {
  /// How many jobs stand in the new store, as far as this call has moved them.
  public let moved: Int

  /// How many jobs still run in the old store: nothing moves before they have ended, or their leases.
  public let running: Int
}

extension MovableJobStore {
  /// Moves all jobs that are not finished to another store.
  ///
  /// First the store takes no more jobs and gives none away, for good; then it is waited for what still
  /// runs; then the jobs go over page by page, each removed here once it stands there. Whatever
  /// interrupts it, calling it again goes on: no job is lost, and none stands in the new store twice.
  /// Attempts, histories, what is left of times, and idempotency keys go with the jobs; their numbers
  /// change. Finished jobs stay.
  ///
  /// - Parameters:
  ///   - target: The new store, which may hold other jobs and be in use.
  ///   - pageSize: How many jobs go in one transaction.
  ///   - progress: Called after each step.
  /// - Returns: How many jobs this call has moved.
  /// - Throws: ``JobStoreError`` of either store, as `full`; `CancellationError`.
  public func move(
    to target: any MovableJobStore,
    pageSize: Int = 500,
    progress: (JobMoveProgress) -> Void = { _ in }
  ) async throws -> Int {
    try await beginMove()
    try await awaitRunning(progress)
    var moved = 0
    // What an interrupted call had stored there, and not yet removed here.
    var last = try await target.lastMoved(from: identity)
    if let last { try await removeAll(through: last, pageSize) }
    while true {
      let page = try await exportPage(after: last, limit: max(pageSize, 1))
      guard let end = page.last?.id else { return moved }
      moved += try await target.importJobs(page, from: identity)
      try await removeMoved(page.map(\.id))
      last = end
      progress(JobMoveProgress(moved: moved, running: 0))
    }
  }

  private func awaitRunning(_ progress: (JobMoveProgress) -> Void) async throws {
    while true {
      // A worker that vanished ends by its lease, which somebody has to look at.
      _ = try await look(StoreLook())
      let running = try await statistics().states[.running] ?? 0
      guard running > 0 else { return }
      progress(JobMoveProgress(moved: 0, running: running))
      try await Task.sleep(for: .milliseconds(200))
    }
  }

  private func removeAll(through last: JobID, _ pageSize: Int) async throws {
    while true {
      let page = try await exportPage(after: nil, limit: max(pageSize, 1)).filter { $0.id <= last }
      guard !page.isEmpty else { return }
      try await removeMoved(page.map(\.id))
    }
  }
}
