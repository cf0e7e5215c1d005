internal import Glibc
internal import NetwatchCore
internal import NetwatchLinux

/// `netwatch watch`: prints the state, then a line for every change.
struct WatchCommand {
  let options: Options

  /// Watches until a signal, the end of the time or of the lines, or the reader's leaving.
  func run() async throws -> ExitStatus {
    // First: the threads that follow inherit what is blocked.
    let signals = try SignalDescriptor.open()
    let manager = try LinuxConnectivityManager(configuration: options.monitorConfiguration)
    let stop = StopSign()
    manager.watch(descriptor: signals.descriptor) { stop.raise() }
    if Self.isPipe(STDOUT_FILENO) { manager.watch(descriptor: STDOUT_FILENO) { stop.raise() } }
    do {
      try await watch(manager, signals, stop)
    } catch OutputError.closed, OutputError.interrupted {}
    return .yes
  }

  private func watch(
    _ manager: LinuxConnectivityManager,
    _ signals: SignalDescriptor,
    _ stop: StopSign
  ) async throws {
    let deadline = options.duration.map { ContinuousClock.now + $0 }
    let writer = LineWriter(stopDescriptor: signals.descriptor, deadline: deadline)
    let printer = StatePrinter(writer, OutputFormat(isJSON: options.isJSON))
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await manager.run() }
      group.addTask(executorPreference: manager.executor) { try await print(manager, printer) }
      group.addTask { await stop.wait() }
      if let deadline { group.addTask { try await Task.sleep(until: deadline) } }
      defer { group.cancelAll() }
      try await group.next()
    }
  }

  /// Prints until the lines that are asked for are printed; runs on the monitor's own thread, so that
  /// no hop lies between the kernel's message and the line.
  private func print(_ manager: LinuxConnectivityManager, _ printer: StatePrinter) async throws {
    var printer = printer
    for await state in manager.states {
      try printer.print(state, of: manager)
      if printer.sequence == options.count { return }
    }
  }

  /// Whether a descriptor is the writing end of a pipe, which becomes ready with POLLERR when the last
  /// reader leaves (poll(2)), and never for reading.
  private static func isPipe(_ descriptor: Int32) -> Bool {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { return false }
    return status.st_mode & S_IFMT == S_IFIFO && fcntl(descriptor, F_GETFL) & O_ACCMODE == O_WRONLY
  }
}
