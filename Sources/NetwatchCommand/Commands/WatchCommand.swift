internal import Glibc
internal import NetwatchCore
internal import NetwatchLinux

/// `netwatch watch`: prints the state, then a line for every change.
struct WatchCommand: Sendable {
  private let options: Options
  private let signals: SignalDescriptor

  /// Blocks the signals that end it, before any thread is started.
  init(options: Options) throws(SignalError) {
    self.options = options
    signals = try SignalDescriptor.open()
  }

  /// Watches until a signal, the end of the time or of the lines, or the reader's leaving.
  func run(on loop: EventLoop) async throws -> ExitStatus {
    let manager = try LinuxConnectivityManager(
      configuration: options.monitorConfiguration,
      loop: loop
    )
    let stop = StopSign()
    manager.watch(descriptor: signals.descriptor) { stop.raise() }
    if Self.isPipe(STDOUT_FILENO) { manager.watch(descriptor: STDOUT_FILENO) { stop.raise() } }
    do {
      try await watch(manager, stop)
    } catch OutputError.closed, OutputError.interrupted {}
    return .yes
  }

  private func watch(_ manager: LinuxConnectivityManager, _ stop: StopSign) async throws {
    let deadline = options.duration.map { ContinuousClock.now + $0 }
    let writer = LineWriter(stopDescriptor: signals.descriptor, deadline: deadline)
    let printer = StatePrinter(writer, OutputFormat(isJSON: options.isJSON))
    // A task whose end is the end of it all returns true, or throws.
    try await withThrowingTaskGroup(of: Bool.self) { group in
      group.addTask { try await manager.runUntilCancelled() }
      group.addTask(executorPreference: manager.executor) { try await print(manager, printer) }
      group.addTask { await stop.wait() }
      if let deadline { group.addTask { try await Self.sleep(until: deadline) } }
      defer { group.cancelAll() }
      while let isOver = try await group.next(), !isOver {}
    }
  }

  private static func sleep(until deadline: ContinuousClock.Instant) async throws -> Bool {
    try await Task.sleep(until: deadline)
    return true
  }

  /// Prints until the lines that are asked for are printed, or the states end; runs on the monitor's
  /// own thread, so that no hop lies between the kernel's message and the line.
  ///
  /// - Returns: Whether the lines that are asked for are printed.
  private func print(
    _ manager: LinuxConnectivityManager,
    _ printer: StatePrinter
  ) async throws -> Bool {
    var printer = printer
    for await state in manager.states {
      try printer.print(state, of: manager)
      if printer.sequence == options.count { return true }
    }
    return false
  }

  /// Whether a descriptor is the writing end of a pipe, which becomes ready with POLLERR when the last
  /// reader leaves (poll(2)), and never for reading.
  private static func isPipe(_ descriptor: Int32) -> Bool {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { return false }
    return status.st_mode & S_IFMT == S_IFIFO && fcntl(descriptor, F_GETFL) & O_ACCMODE == O_WRONLY
  }
}
