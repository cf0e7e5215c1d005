internal import NetwatchClient

/// Waits for the ends of jobs.
enum JobWatch {
  /// Returns once all of some jobs have ended, whatever becomes of the service meanwhile.
  ///
  /// - Parameters:
  ///   - ids: The jobs.
  ///   - client: Who asks the service.
  /// - Returns: The jobs as they ended, in the order of their numbers.
  /// - Throws: `ServiceError` where the service refuses, `CancellationError`.
  static func ends(of ids: Set<Int64>, _ client: ServiceClient) async throws -> [ServiceJob] {
    var ended: [Int64: ServiceJob] = [:]
    for try await event in client.events(types: [.job]) {
      for id in suspects(event.content, among: ids.subtracting(ended.keys)) {
        let job = try await client.job(id).job
        if job.state.isFinished { ended[id] = job }
      }
      if ended.count == ids.count { break }
    }
    return ended.values.sorted { $0.id < $1.id }
  }

  /// The jobs that may have ended: all of them where something may have been missed.
  private static func suspects(
    _ content: ServiceEvent.Content,
    among ids: Set<Int64>
  ) -> Set<Int64> {
    switch content {
    case .connected, .reset: ids
    case .job(let change) where change.to.isFinished: ids.intersection([change.id])
    default: []
    }
  }
}
