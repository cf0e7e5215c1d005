import NetwatchCore
import NetwatchLinux
import NetwatchTestSupport

/// A manager that runs, and an observer of everything that it publishes.
struct Watch: Sendable {
  let manager: LinuxConnectivityManager
  let recorder: StateRecorder
  private let barrier: LoopBarrier

  /// Runs a manager for as long as the closure takes.
  ///
  /// When it returns, the observer has been told everything, because the streams end with `run()` after
  /// their pending values.
  ///
  /// - Parameters:
  ///   - configuration: What the manager watches.
  ///   - body: What happens meanwhile.
  /// - Returns: All published states, the first one included.
  /// - Throws: What the closure throws, or what ended the manager.
  @discardableResult
  static func run(
    _ configuration: LinuxConnectivityManager.Configuration,
    _ body: (Watch) async throws -> Void
  ) async throws -> [ConnectivityState] {
    let manager = try LinuxConnectivityManager(configuration: configuration)
    let recorder = StateRecorder()
    let states = manager.states
    let watch = Watch(manager: manager, recorder: recorder, barrier: try LoopBarrier(manager))
    async let recording: Void = recorder.consume(states)
    try await withThrowingTaskGroup(of: Void.self) { group in
      let evaluations = manager.counters.evaluations
      group.addTask {
        do { try await manager.run() } catch is CancellationError {}
      }
      // The manager has subscribed before it asks for the first time.
      try await eventually(within: .seconds(10), every: .milliseconds(1)) {
        manager.counters.evaluations > evaluations && !recorder.entries.isEmpty
      }
      try await body(watch)
      group.cancelAll()
      try await group.waitForAll()
    }
    await recording
    return recorder.states
  }

  /// Returns when the manager has taken in all that the kernel had told it at the time of the call.
  func settle() async throws { try await barrier.pass() }

  /// Waits until a state was published that looks like this, then until the manager has taken in all
  /// that happened, and the observer all that was published.
  ///
  /// A state that does not come is left for the caller to find, who can say what came instead.
  func rest(at sight: Sight?) async throws {
    if let sight {
      _ = try await firstValue(within: .seconds(5)) { recorder.sights.last == sight ? () : nil }
    }
    try await settle()
    try await eventually(within: .seconds(5), every: .milliseconds(1)) {
      recorder.sights.last == Sight(manager.current)
    }
  }

  /// Waits for a state in the present or in what is published.
  func state(
    within limit: Duration = .seconds(5),
    _ condition: (ConnectivityState) -> Bool
  ) async throws {
    try await eventually(within: limit, every: .milliseconds(1)) { condition(manager.current) }
  }
}
