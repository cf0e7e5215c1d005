package import NetwatchCore
package import NetwatchHTTP
package import NetwatchJobs
package import NetwatchSystemd

/// The kinds of jobs that the service knows: `http`, and `exec` where no other host can write into the
/// store.
package final class JobKinds: Sendable {
  private let configuration: CurrentConfiguration
  private let http: HTTPJobSender

  /// Nil where no program is ever run.
  private let exec: ExecJobRunner?

  /// - Parameters:
  ///   - configuration: What jobs may do, and the store: of a shared one, other hosts can put jobs into
  ///     it, and none of those runs a program here.
  ///   - connectivity: Told how requests end.
  ///   - credentials: What references in header fields are looked up in.
  ///   - transport: What carries requests; nil for libcurl.
  ///   - log: Takes diagnostics.
  package init(
    configuration: ServiceConfiguration,
    connectivity: any ConnectivityManagerProtocol,
    credentials: Credentials = .system,
    transport: (any HTTPTransport)? = nil,
    log: LogSink?
  ) {
    let isStoreShared = configuration.store.isShared
    self.configuration = CurrentConfiguration(configuration)
    http = HTTPJobSender(
      self.configuration,
      connectivity,
      credentials,
      transport: transport
    )
    // Without templates too: a reload can bring them.
    exec = isStoreShared ? nil : ExecJobRunner(self.configuration)
    if !configuration.execTemplates.isEmpty, isStoreShared {
      log?(.warning, "exec.templates are not used: other hosts can write into the store", [:])
    }
  }

  /// Takes over what a reload has changed, for jobs that are submitted or begun from now on.
  package func update(_ configuration: ServiceConfiguration) {
    self.configuration.update(configuration)
  }

  /// What runs the jobs: the kind `exec` only where no other host writes into the store.
  package var handlers: [JobHandler] { [http.handler] + (exec.map { [$0.handler] } ?? []) }

  /// What makes jobs of what is submitted now.
  package var maker: JobMaker {
    JobMaker(configuration: configuration.value, runsPrograms: exec != nil)
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
