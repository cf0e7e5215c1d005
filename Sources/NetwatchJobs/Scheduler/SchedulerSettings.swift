public import NetwatchCore
package import NetwatchSystem

/// What a scheduler is made by, besides its handlers and its chain; what lies out of bounds counts as
/// the nearest bound.
public struct SchedulerSettings: Sendable {
  /// The most jobs that run at a time in this scheduler, from 1; by default 256.
  public var concurrency: Int { didSet { concurrency = Self.atLeastOne(concurrency) } }

  /// How long a worker that is not heard of keeps its jobs, from 1 s to a day; by default 30 s.
  ///
  /// It is heard of at a third of that.
  public var lease: Duration { didSet { lease = Self.bounded(lease) } }

  /// How many workers in a row may vanish with a job before it is dead, from 1; by default 3.
  public var vanishLimit: Int { didSet { vanishLimit = Self.atLeastOne(vanishLimit) } }

  /// How long finished jobs are kept.
  public var retention: JobRetention

  /// Names this worker for people who look at what runs; by default `worker-` and a random number.
  public var worker: String?

  /// Takes diagnostics; nil: nobody does.
  public var log: LogSink?

  /// Whether finished jobs are removed once a minute; who has better times for it does so itself.
  package var prunes = true

  /// The clocks; only tests have others.
  package var clocks = SystemClocks.kernel

  /// What its draws are taken from; only tests have another.
  package var random = RandomSource.system

  /// Creates settings; what is left out has the default that stands with the property.
  public init(
    concurrency: Int = 256,
    lease: Duration = .seconds(30),
    vanishLimit: Int = 3,
    retention: JobRetention = JobRetention(),
    worker: String? = nil,
    log: LogSink? = nil
  ) {
    self.concurrency = Self.atLeastOne(concurrency)
    self.lease = Self.bounded(lease)
    self.vanishLimit = Self.atLeastOne(vanishLimit)
    self.retention = retention
    self.worker = worker
    self.log = log
  }

  private static func atLeastOne(_ number: Int) -> Int { max(number, 1) }

  private static func bounded(_ lease: Duration) -> Duration {
    min(max(lease, .seconds(1)), .seconds(86_400))
  }
}
