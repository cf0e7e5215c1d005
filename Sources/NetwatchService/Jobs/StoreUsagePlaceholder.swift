package import NetwatchJobs

package struct StoreUsage: Hashable, Sendable {
  package var owner: String?
  package var destination: String
  package var jobs: Int
  package var bytes: Int
}

extension JobStore {
  package func usage() async throws -> [StoreUsage] {
    try await jobs(matching: JobQuery(states: [.ready, .waiting, .running], limit: 10_000)).map {
      StoreUsage(
        owner: $0.options.owner,
        destination: $0.options.destination,
        jobs: 1,
        bytes: $0.payload.count
      )
    }
  }
}
