internal import NetwatchCore
internal import NetwatchHTTPServer
internal import NetwatchJobs
internal import NetwatchSystem
internal import NetwatchText

extension ServiceAPI {
  /// How long the store may take for a job that is looked up by its number.
  private static let patience = Duration.seconds(2)

  /// Answers `GET /healthz`.
  func health() async throws(Problem) -> ServerResponse {
    try await recentHealth.answer { () async throws(Problem) in
      let failures = [
        monitor.isRunning() ? nil : "the monitor does not run",
        events.isWritable ? nil : "the history cannot be written",
        await isStoreAnswering() ? nil : "the store does not answer",
      ]
      .compactMap { $0 }
      guard failures.isEmpty else {
        return Problem(503, "Not well: \(failures.joined(separator: ", ")).").response
      }
      return .object { $0.member("status", "ok") }
    }
  }

  private func isStoreAnswering() async -> Bool {
    await withTaskGroup(of: Bool.self) { [store, clocks] group in
      group.addTask {
        // Whether there is such a job does not matter.
        do {
          _ = try await store.job(JobID(rawValue: 1), payloadLimit: 0)
        } catch {
          return false
        }
        return true
      }
      group.addTask {
        try? await clocks.sleep(Self.patience)
        return false
      }
      defer { group.cancelAll() }
      return await group.next() ?? false
    }
  }
}
