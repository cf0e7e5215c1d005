import NetwatchCore
import NetwatchTestSupport
import Testing

@testable import NetwatchJobs

@Suite("A store that does not answer", .timeLimit(.minutes(1)))
struct HangingStoreTests {
  private static let kind = JobKind(bytes: "work")

  private let memory = MemoryJobStore()
  private let store: ScriptedStore
  private let started = Switch(0)
  private let ended = Switch(0)
  private let isHanging = Switch(false)

  init() { store = ScriptedStore(memory) }

  /// Begins to run a job whose handler waits for its cancellation, and lets the store hang then.
  private func begin(_ options: JobOptions = JobOptions()) async throws -> (
    scheduler: RetryScheduler, run: Task<Void, any Error>
  ) {
    let scheduler = RetryScheduler(
      store: store,
      connectivity: SettableConnectivityManager(),
      handlers: [
        JobHandler(Self.kind) { [started, ended] _, _ in
          started.add(1)
          defer { ended.add(1) }
          try await Task.sleep(for: .seconds(600))
        }
      ]
    )
    _ = try await scheduler.submit([], as: Self.kind, options: options)
    let run = Task { try await scheduler.run() }
    try await eventually(within: .seconds(10)) { started.value == 1 }
    store.before { [isHanging] _ in
      isHanging.value = true
      try await Task.sleep(for: .seconds(600))
    }
    store.tell(.elsewhere)
    try await eventually(within: .seconds(10)) { isHanging.value }
    return (scheduler, run)
  }

  @Test("It does not hold up the end of run()")
  func cancelled() async throws {
    let (_, run) = try await begin()
    let length = await ContinuousClock().measure {
      run.cancel()
      _ = await run.result
    }
    #expect(length < .seconds(5))
    #expect(ended.value == 1)
  }

  @Test("It does not hold up the end of a grace")
  func grace() async throws {
    let (scheduler, run) = try await begin()
    scheduler.beginShutdown(grace: .milliseconds(20))
    try await run.value
    #expect(ended.value == 1)
  }

  @Test("It does not hold up a deadline")
  func deadline() async throws {
    let (_, run) = try await begin(JobOptions(deadline: .milliseconds(300)))
    try await eventually(within: .seconds(10)) { ended.value == 1 }
    run.cancel()
    _ = await run.result
  }
}
