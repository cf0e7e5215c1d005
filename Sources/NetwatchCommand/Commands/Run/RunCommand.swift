internal import CLinux
internal import Glibc
internal import NetwatchCore
internal import NetwatchLinux

/// `netwatch run`: runs a command until it succeeds, and waits while there is no connection.
struct RunCommand: Sendable {
  /// How long a command may take to end after the deadline has passed, before it is killed.
  private static let grace = Duration.seconds(5)

  private let options: Options
  private let signals: SignalDescriptor
  private let reporter: RunReporter

  /// Blocks the signals that are handed to the command, before any thread is started.
  init(options: Options) throws(SignalError) {
    self.options = options
    reporter = RunReporter(isJSON: options.isJSON, verbosity: options.verbosity)
    // Where it is ignored nobody is told how a child ended (waitpid(2)).
    signal(SIGCHLD, SIG_DFL)
    signals = try SignalDescriptor.open(Supervisor.signals)
  }

  /// Runs the command until it succeeds, or until something ends all trying.
  func run(on loop: EventLoop) async throws -> ExitStatus {
    let clock = BootClock(loop: loop)
    let start = clock.now
    let manager = try LinuxConnectivityManager(configuration: configuration, loop: loop)
    let supervisor = Supervisor(reporter: reporter)
    let attempts = try attempts(manager, supervisor, clock)
    loop.watch(signals.descriptor) { supervisor.signalsArrived(at: signals) }
    return try await withThrowingTaskGroup(of: ExitStatus?.self) { group in
      group.addTask {
        await Self.interrupting(supervisor) { try await manager.runUntilCancelled() }
      }
      if let limit = options.retry.deadline {
        group.addTask {
          await Self.interrupting(supervisor) {
            try await Self.enforce(limit, from: start, on: clock, supervisor)
          }
        }
      }
      group.addTask { try await attempts.run() }
      defer { group.cancelAll() }
      while let next = try await group.next() { if let status = next { return status } }
      throw CancellationError()
    }
  }

  private var configuration: LinuxConnectivityManager.Configuration {
    var result = options.configuration
    result.log = reporter.logSink
    return result
  }

  private func attempts(
    _ manager: LinuxConnectivityManager,
    _ supervisor: Supervisor,
    _ clock: BootClock
  ) throws -> Attempts {
    let program = Program(
      name: options.commandLine.first ?? "",
      argumentCount: options.commandLine.count,
      mask: signals.formerMask
    )
    return try Attempts(
      of: program,
      options.retry,
      manager: manager,
      supervisor: supervisor,
      clock: clock,
      reporter: reporter
    )
  }

  private static func enforce(
    _ limit: Duration,
    from start: BootInstant,
    on clock: BootClock,
    _ supervisor: Supervisor
  ) async throws {
    try await clock.sleep(until: start.advanced(by: limit))
    supervisor.deadlinePassed(limit)
    try await clock.sleep(until: clock.now.advanced(by: grace))
    supervisor.send(SIGKILL)
  }

  /// Does something beside the attempts, whose failure is the end of them.
  private static func interrupting(
    _ supervisor: Supervisor,
    _ body: () async throws -> Void
  ) async -> ExitStatus? {
    do {
      try await body()
    } catch {
      supervisor.interrupt(.failure(error))
    }
    return nil
  }
}
