/// Jobs of the service, a page of them asked for whenever the last one was read.
///
/// Each iteration asks anew. A job that is submitted meanwhile may be among them.
public struct ServiceJobs: AsyncSequence, Sendable {
  fileprivate let client: ServiceClient
  fileprivate let query: ServiceJobQuery

  init(client: ServiceClient, query: ServiceJobQuery) {
    (self.client, self.query) = (client, query)
  }

  /// Begins to read at the first job.
  public func makeAsyncIterator() -> Iterator {
    Iterator(client: client, query: query)
  }

  /// Reads jobs.
  public struct Iterator: AsyncIteratorProtocol {
    private let client: ServiceClient

    /// What to ask next; nil where nothing is left.
    private var query: ServiceJobQuery?
    private var page: ArraySlice<ServiceJob> = []

    fileprivate init(client: ServiceClient, query: ServiceJobQuery) {
      (self.client, self.query) = (client, query)
    }

    /// The next job; nil where there is none.
    ///
    /// - Throws: ``ServiceError``, or `CancellationError` when the task is cancelled.
    public mutating func next() async throws -> ServiceJob? {
      while page.isEmpty, let query { try await turn(query) }
      return page.popFirst()
    }

    /// A service that does not get on would be asked for ever.
    private mutating func turn(_ query: ServiceJobQuery) async throws {
      let answer = try await client.page(of: query)
      page = answer.jobs[...]
      self.query = nil
      guard let next = answer.next, next > query.after ?? .min else { return }
      self.query = query
      self.query?.after = next
    }
  }
}

/// Some of the jobs that match.
struct ServiceJobPage: Decodable {
  let jobs: [ServiceJob]

  /// What the next page begins after; nil where there is none.
  let next: Int64?
}
