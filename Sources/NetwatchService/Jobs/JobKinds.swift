package import NetwatchCore
internal import NetwatchHTTP
package import NetwatchJobs
package import NetwatchSystemd

/// The kinds of jobs that the service knows: `http`, and `exec` where the configuration has templates
/// and no other host can write into the store.
package final class JobKinds: Sendable {
  private let configuration: CurrentConfiguration
  private let http: HTTPJobSender

  /// Nil where no program is ever run.
  private let exec: ExecJobRunner?

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
  ) {
    self.configuration = CurrentConfiguration(configuration)
    http = HTTPJobSender(self.configuration, connectivity, credentials)
    let hasTemplates = !configuration.execTemplates.isEmpty
    exec = hasTemplates && !isStoreShared ? ExecJobRunner(self.configuration) : nil
    if hasTemplates, isStoreShared {
      log?(.warning, "exec.templates are not used: other hosts can write into the store", [:])
    }
  }

  /// Takes over what a reload has changed, for jobs that are submitted or begun from now on.
  package func update(_ configuration: ServiceConfiguration) {
    self.configuration.update(configuration)
  }

  /// What runs the jobs: the kind `exec` only where there were templates when this was created, and no
  /// other host writes into the store.
  package var handlers: [JobHandler] { [http.handler] + (exec.map { [$0.handler] } ?? []) }

  /// Checks what a submitted job asks for, and makes it ready for the store.
  ///
  /// - Parameters:
  ///   - job: The job.
  ///   - owner: Whose it is.
  /// - Returns: The job, with the unique key as it was submitted.
  /// - Throws: ``JobRefusal`` that names the field.
  package func newJob(_ job: SubmittedJob, owner: String) throws(JobRefusal) -> NewJob {
    let configuration = configuration.value
    switch job.work {
    case .http(let http): return try newJob(job, http, configuration.http, owner)
    case .exec(let exec): return try newJob(job, exec, configuration.execTemplates, owner)
    }
  }

  private func newJob(
    _ submitted: SubmittedJob,
    _ http: SubmittedHTTP,
    _ settings: HTTPJobSettings,
    _ owner: String
  ) throws(JobRefusal) -> NewJob {
    let (job, origin) = try HTTPJobChecker(settings: settings, submitted).check(http)
    if let destination = submitted.destination,
      ![origin.description, origin.text].contains(destination)
    {
      throw submitted.refusal("destination", "expected the origin of http.url, or nothing")
    }
    let options = submitted.options(
      destination: origin.description,
      requirement: origin.isLoopback ? .nothing : .internet,
      owner: owner
    )
    return NewJob(kind: HTTPJob.kind, payload: job.payload, options: options)
  }

  private func newJob(
    _ submitted: SubmittedJob,
    _ wanted: SubmittedExec,
    _ templates: [String: ExecTemplate],
    _ owner: String
  ) throws(JobRefusal) -> NewJob {
    guard exec != nil else {
      throw submitted.refusal("kind", "this service runs no programs (exec.templates)")
    }
    guard let template = templates[wanted.template] else {
      throw submitted.refusal("exec.template", "there is no such template")
    }
    let job = ExecJob(template: wanted.template, arguments: wanted.arguments.mapValues(\.text))
    do throws(JobRefusal) {
      _ = try template.call(job.arguments)
    } catch {
      throw submitted.refusal(error.field, error.message)
    }
    if let destination = submitted.destination, destination != template.destination {
      throw submitted.refusal("destination", "expected that of the template, or nothing")
    }
    let options = submitted.options(
      destination: template.destination,
      requirement: template.needsInternet ? .internet : .nothing,
      owner: owner
    )
    return NewJob(kind: ExecJob.kind, payload: job.payload, options: options)
  }

  /// What is shown of a job.
  package func describe(_ job: Job) -> JobDescription {
    switch job.kind {
    case HTTPJob.kind: (try? HTTPJob(payload: job.payload))?.shown ?? .unreadable
    case ExecJob.kind: (try? ExecJob(payload: job.payload))?.shown ?? .unreadable
    default: .unreadable
    }
  }
}
