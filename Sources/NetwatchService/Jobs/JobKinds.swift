package import NetwatchCore
internal import NetwatchHTTP
package import NetwatchJobs
package import NetwatchSystemd

/// The kinds of jobs that the service knows: `http`, and `exec` where the configuration has templates
/// and no other host can write into the store.
package final class JobKinds: Sendable {
  private let configuration: Lock<ServiceConfiguration>
  private let http: HTTPJobSender

  /// - Parameters:
  ///   - configuration: What jobs may do.
  ///   - isStoreShared: Whether other hosts put jobs into the store; none of those runs a program here.
  ///   - connectivity: Told how requests end.
  ///   - credentials: What references in header fields are looked up in.
  ///   - log: Takes diagnostics.
  package init(
    configuration: ServiceConfiguration,
    isStoreShared: Bool,
    connectivity: any ConnectivityManagerProtocol,
    credentials: Credentials = .system,
    log: LogSink?
  ) throws {
    self.configuration = Lock(configuration)
    http = HTTPJobSender(configuration.http, connectivity, credentials)
  }

  /// Takes over what a reload has changed, for jobs that are submitted or begun from now on.
  package func update(_ configuration: ServiceConfiguration) {
    self.configuration.withLock { $0 = configuration }
    http.update(configuration.http)
  }

  /// What runs the jobs.
  package var handlers: [JobHandler] { [http.handler] }

  /// Checks what a submitted job asks for, and makes it ready for the store.
  ///
  /// - Parameters:
  ///   - job: The job.
  ///   - owner: Whose it is.
  /// - Returns: The job, with the unique key as it was submitted.
  /// - Throws: ``JobRefusal`` that names the field.
  package func newJob(_ job: SubmittedJob, owner: String) throws(JobRefusal) -> NewJob {
    let configuration = configuration.withLock { $0 }
    switch job.work {
    case .http(let http): return try newJob(job, http, configuration.http, owner)
    case .exec: throw JobRefusal("kind", "there are no templates")
    }
  }

  private func newJob(
    _ submitted: SubmittedJob,
    _ http: SubmittedHTTP,
    _ settings: HTTPJobSettings,
    _ owner: String
  ) throws(JobRefusal) -> NewJob {
    let checker = HTTPJobChecker(settings: settings, index: submitted.index)
    let (job, origin) = try checker.check(http)
    if let destination = submitted.destination,
      ![origin.description, origin.text].contains(destination)
    {
      throw checker.refusal("destination", "expected the origin of http.url, or nothing")
    }
    let options = submitted.options(
      destination: origin.description,
      requirement: origin.isLoopback ? .nothing : .internet,
      owner: owner
    )
    return NewJob(kind: HTTPJob.kind, payload: job.payload, options: options)
  }

  /// What is shown of a job.
  package func describe(_ job: Job) -> JobDescription {
    switch job.kind {
    case HTTPJob.kind: (try? HTTPJob(payload: job.payload))?.shown ?? .unreadable
    default: .unreadable
    }
  }
}

extension SubmittedJob {
  /// What the store is asked for.
  func options(
    destination: String,
    requirement standard: JobRequirement,
    owner: String
  ) -> JobOptions {
    JobOptions(
      destination: destination,
      requirement: requirement ?? standard,
      priority: priority,
      uniqueKey: uniqueKey,
      notBefore: notBefore,
      deadline: deadline,
      owner: owner
    )
  }
}

extension HTTPJob {
  /// What is shown of it.
  var shown: JobDescription {
    .http(
      method: method,
      url: URLText.withoutQuery(url),
      headerNames: fields.map(\.name),
      bodyBytes: bodyCount
    )
  }
}
