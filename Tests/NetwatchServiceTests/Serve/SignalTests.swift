import Glibc
import NetwatchCore
import NetwatchSystemd
import NetwatchTestSupport
import Testing

@testable import NetwatchService

/// What a service does that is told something.
@Suite(.timeLimit(.minutes(1)))
struct SignalTests {
  @Test func `a reload that hangs holds up neither the end nor anything else`() async throws {
    let fixture = try await ServiceFixture()
    let lookup = Gate()
    async let running: Void = fixture.run { lookup.wait() }
    fixture.signals.yield(.reload)
    try await eventually(within: .seconds(10)) { lookup.isWaitedFor }
    let start = ContinuousClock.now
    fixture.signals.yield(.stop)
    try await running
    #expect(start.duration(to: .now) < .seconds(5))
    // The manager isn't told that the service is ready where it ends.
    #expect(fixture.said.map(\.first) == ["READY=1", "RELOADING=1", "STOPPING=1"])
    lookup.open()
  }

  @Test func `what is told during a reload makes for another one behind it`() async throws {
    let fixture = try await ServiceFixture()
    let lookup = Gate()
    let count = Lock(0)
    async let running: Void = fixture.run {
      count.withLock { $0 += 1 }
      lookup.wait()
    }
    fixture.signals.yield(.reload)
    try await eventually(within: .seconds(10)) { lookup.isWaitedFor }
    fixture.signals.yield(.reload)
    lookup.open()
    try await eventually(within: .seconds(10)) { fixture.said.count == 5 }
    fixture.signals.yield(.stop)
    try await running
    #expect(count.withLock { $0 } == 2)
    #expect(
      fixture.said.map(\.first)
        == ["READY=1", "RELOADING=1", "READY=1", "RELOADING=1", "READY=1", "STOPPING=1"]
    )
  }
}

/// A service in a folder of its own, which a test gives signals.
private final class ServiceFixture: Sendable {
  let signals: AsyncStream<Service.Signal>.Continuation

  private let folder: TemporaryFolder
  private let service: Service
  private let told: AsyncStream<Service.Signal>
  private let sent = Lock<[[String]]>([])

  init() async throws {
    folder = try TemporaryFolder()
    var configuration = ServiceConfiguration()
    configuration.stateDirectory = folder.path
    configuration.listen.socket = folder.file("socket")
    service = try await Service(configuration, sockets: [], log: { _, _, _ in })
    (told, signals) = AsyncStream.makeStream()
  }

  /// The messages to the service manager so far, by their lines; what it is shown of the state aside.
  var said: [[String]] {
    sent.withLock { $0.filter { $0.first?.hasPrefix("STATUS=") != true } }
  }

  func run(reload: @escaping @Sendable () -> Void) async throws {
    let notifier = ServiceNotifier { [self] message throws(SystemdError) in
      sent.withLock { $0.append(message.split(separator: "\n").map(String.init)) }
    }
    try await service.run(told, notifier: notifier, reload: reload)
  }
}

/// Holds up a thread until it is opened.
private final class Gate: Sendable {
  private let state = Lock((isOpen: false, isWaitedFor: false))

  var isWaitedFor: Bool { state.withLock { $0.isWaitedFor } }

  func open() { state.withLock { $0.isOpen = true } }

  func wait() {
    state.withLock { $0.isWaitedFor = true }
    while !state.withLock({ $0.isOpen }) { usleep(1_000) }
  }
}
