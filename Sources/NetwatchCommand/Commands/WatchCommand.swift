internal import CLinux
internal import Glibc
internal import NetwatchCore
internal import NetwatchLinux
internal import NetwatchText

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
    // A task whose end is the end of it all returns true, or throws.
    try await withThrowingTaskGroup(of: Bool.self) { group in
      group.addTask {
        let printer = printer(until: deadline)
        try await manager.runUntilCancelled(reporting: reporter(printer, of: manager, stop))
      }
      group.addTask { try await stop.wait() }
      if let deadline { group.addTask { try await Self.sleep(until: deadline) } }
      defer { group.cancelAll() }
      while let isOver = try await group.next(), !isOver {}
    }
  }

  private func printer(until deadline: ContinuousClock.Instant?) -> StatePrinter {
    let writer = LineWriter(stopDescriptor: signals.descriptor, deadline: deadline)
    return StatePrinter(writer, OutputFormat(isJSON: options.isJSON))
  }

  /// Prints until the lines that are asked for are printed, on the monitor's own thread: no hop and no
  /// task lies between the kernel's message and the line.
  private func reporter(
    _ printer: StatePrinter,
    of manager: LinuxConnectivityManager,
    _ stop: StopSign
  ) -> sending (ConnectivityState) -> Void {
    let limit = options.count
    var printer = printer
    var isOver = false
    return { state in
      guard !isOver else { return }
      do {
        try printer.print(state, of: manager)
        isOver = printer.sequence == limit
        if isOver { stop.raise() }
      } catch {
        isOver = true
        stop.raise(because: error)
      }
    }
  }

  private static func sleep(until deadline: ContinuousClock.Instant) async throws -> Bool {
    try await Task.sleep(until: deadline)
    return true
  }

  /// Whether a descriptor is the writing end of a pipe, which becomes ready with POLLERR when the last
  /// reader leaves (poll(2)), and never for reading.
  private static func isPipe(_ descriptor: Int32) -> Bool {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { return false }
    return status.st_mode & S_IFMT == S_IFIFO && fcntl(descriptor, F_GETFL) & O_ACCMODE == O_WRONLY
  }
}
