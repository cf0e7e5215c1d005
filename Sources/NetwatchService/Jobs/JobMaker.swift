internal import NetwatchHTTP
package import NetwatchJobs

/// Makes jobs for the store of what was submitted: all the checks, and nothing that lasts.
package struct JobMaker: Sendable {
  private let configuration: ServiceConfiguration
  private let runsPrograms: Bool

  /// - Parameters:
  ///   - configuration: What jobs may do.
  ///   - runsPrograms: Whether there is a kind `exec` at all.
  package init(configuration: ServiceConfiguration, runsPrograms: Bool) {
    self.configuration = configuration
    self.runsPrograms = runsPrograms
  }

  /// Checks what a submitted job asks for, and makes it ready for the store.
  ///
  /// - Parameters:
  ///   - job: The job.
  ///   - owner: Whose it is.
  /// - Returns: The job, with the unique key as it was submitted.
  /// - Throws: ``JobRefusal`` that names the field.
  package func newJob(_ job: SubmittedJob, owner: String) throws(JobRefusal) -> NewJob {
    switch job.work {
    case .http(let http): return try newJob(job, http, owner)
    case .exec(let exec): return try newJob(job, exec, owner)
    }
  }

  private func newJob(
    _ submitted: SubmittedJob,
    _ http: SubmittedHTTP,
    _ owner: String
  ) throws(JobRefusal) -> NewJob {
    let checker = HTTPJobChecker(settings: configuration.http, at: submitted.path)
    let (job, origin) = try checker.check(http)
    if let destination = submitted.destination,
      ![origin.description, origin.withoutOwnPort].contains(destination)
    {
      throw submitted.path["destination"].refusal("expected the origin of http.url, or nothing")
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
    _ owner: String
  ) throws(JobRefusal) -> NewJob {
    guard runsPrograms, !configuration.execTemplates.isEmpty else {
      throw submitted.path["kind"].refusal("this service runs no programs (exec.templates)")
    }
    guard let template = configuration.execTemplates[wanted.template] else {
      throw submitted.path["exec"]["template"].refusal("there is no such template")
    }
    let job = ExecJob(template: wanted.template, arguments: wanted.arguments.mapValues(\.text))
    _ = try template.call(job.arguments, at: submitted.path["exec"]["arguments"])
    if let destination = submitted.destination, destination != template.destination {
      throw submitted.path["destination"].refusal("expected that of the template, or nothing")
    }
    let options = submitted.options(
      destination: template.destination,
      requirement: template.needsInternet ? .internet : .nothing,
      owner: owner
    )
    return NewJob(kind: ExecJob.kind, payload: job.payload, options: options)
  }
}
