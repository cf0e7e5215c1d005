internal import Glibc
internal import NetwatchCommand
internal import NetwatchCore
internal import NetwatchService
internal import NetwatchSystemd

/// `netwatch serve`: the service.
struct ServeCommand: Sendable {
  private let order: ServeOrder
  private let configuration: ServiceConfiguration
  private let hasFile: Bool
  private let signals: SignalDescriptor
  private let sockets: [InheritedSocket]
  private let journal: JournalSink

  /// Does what must be done before any thread is started: signals are blocked, and what the service
  /// manager handed over is taken out of the environment.
  ///
  /// - Throws: What is wrong with the configuration, or in the way.
  init(_ order: ServeOrder) throws {
    self.order = order
    (configuration, hasFile) = try order.read()
    OpenFileLimit.raise()
    signals = try SignalDescriptor.open([SIGINT, SIGTERM, SIGHUP])
    sockets = try InheritedSockets.take()
    journal = try JournalSink(threshold: configuration.logLevel)
  }

  /// Serves until a signal ends it.
  func run() async throws -> ExitStatus {
    defer { journal.finish() }
    let service = try await Service(configuration, sockets: sockets, log: journal.sink)
    let (told, tell) = AsyncStream.makeStream(of: Service.Signal.self)
    service.watch(descriptor: signals.descriptor) { [signals] in
      while let signal = signals.next() {
        tell.yield(signal.number == SIGHUP ? .reload : .stop)
      }
    }
    let current = Lock(configuration)
    try await service.run(told, notifier: ServiceNotifier()) {
      reload(service, current)
    }
    return .yes
  }

  private func reload(_ service: Service, _ current: borrowing Lock<ServiceConfiguration>) {
    do {
      // While an editor replaces the file, there is none for a moment; that does not mean the defaults.
      let (other, _) = try order.read(mustBeThere: hasFile)
      let taken = service.reload(other, replacing: current.withLock { $0 })
      current.withLock { $0 = taken }
      journal.threshold = taken.logLevel
    } catch {
      journal.sink(.error, "the configuration stays as it was: \(error)", [:])
    }
  }
}
