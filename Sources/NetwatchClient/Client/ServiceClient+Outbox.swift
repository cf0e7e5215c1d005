import NetwatchCore
import NetwatchHTTP

extension ServiceClient {
  /// The jobs that match, in the order of their numbers, asked for as they are read.
  ///
  /// - Parameter query: Which ones; all that the caller may see by default.
  /// - Returns: The jobs.
  public func jobs(matching query: ServiceJobQuery = ServiceJobQuery()) -> ServiceJobs {
    ServiceJobs(client: self, query: query)
  }

  /// One page of the jobs that match.
  func page(of query: ServiceJobQuery) async throws -> ServiceJobPage {
    try await answer(request(.get, "/v1/jobs", query: query.items))
  }

  /// A job with its history.
  ///
  /// - Parameter id: The job's number.
  /// - Returns: The job.
  /// - Throws: ``ServiceError`` with the status 404 where there is no such job, or it is somebody
  ///   else's.
  public func job(_ id: Int64) async throws -> ServiceJobDetails {
    try await answer(request(.get, "/v1/jobs/\(id)"))
  }

  /// Calls a job off; one that is running is stopped.
  ///
  /// - Parameter id: The job's number.
  /// - Throws: ``ServiceError`` with the status 404 as for ``job(_:)``, and 409 where it has ended.
  public func cancel(_ id: Int64) async throws {
    do {
      _ = try await client.send(request(.delete, "/v1/jobs/\(id)"))
    } catch let error as NetworkError {
      let failure = ServiceError(error, from: place)
      // The answer to an earlier attempt may have been lost.
      let isRepeated = error.attempts.count > 1
      guard failure.status == 409, isRepeated, try await job(id).job.state == .cancelled else {
        throw failure
      }
    }
  }

  /// Has a job tried again at once that waits, is dead, or was cancelled.
  ///
  /// - Parameter id: The job's number.
  /// - Throws: ``ServiceError`` with the status 404 as for ``job(_:)``, and 409 where it is in another state.
  public func retry(_ id: Int64) async throws {
    _ = try await response(to: request(.post, "/v1/jobs/\(id)/retry"))
  }
}
