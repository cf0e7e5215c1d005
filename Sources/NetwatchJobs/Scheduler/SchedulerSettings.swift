public import NetwatchCore

/// What a scheduler is made by, besides its handlers and its chain.
public struct SchedulerSettings: Sendable {
  /// The most jobs that run at a time in this scheduler, from 1; by default 256.
  public var concurrency: Int

  /// How long a worker that is not heard of keeps its jobs, from 1 s to a day; by default 30 s.
  ///
  /// It is heard of at a third of that.
  public var lease: Duration

  /// How many workers in a row may vanish with a job before it is dead, from 1; by default 3.
  public var vanishLimit: Int

  /// How long finished jobs are kept.
  public var retention: JobRetention

  /// Names this worker for people who look at what runs; by default its host and process.
  public var worker: String?

  /// Takes diagnostics; nil: nobody does.
  public var log: LogSink?

  /// Creates settings; what is left out has the default that stands with the property, and what lies
  /// out of bounds counts as the nearest bound.
  public init(
    concurrency: Int = 256,
    lease: Duration = .seconds(30),
    vanishLimit: Int = 3,
    retention: JobRetention = JobRetention(),
    worker: String? = nil,
    log: LogSink? = nil
  ) {
    self.concurrency = max(concurrency, 1)
    self.lease = min(max(lease, .seconds(1)), .seconds(86_400))
    self.vanishLimit = max(vanishLimit, 1)
    self.retention = retention
    self.worker = worker
    self.log = log
  }
}
