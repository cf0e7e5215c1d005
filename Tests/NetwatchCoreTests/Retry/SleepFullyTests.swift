import NetwatchCore
import NetwatchTestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct SleepFullyTests {
  static let endless: [Duration] = [
    .seconds(Int64.max), .seconds(Int64.max) + .seconds(1), Duration(attoseconds: .max),
    .seconds(400 * 86_400),
  ]

  @Test(arguments: [.zero, .seconds(-1), Duration(attoseconds: .min)] as [Duration])
  func `nothing and less is no sleep`(duration: Duration) async throws {
    try await ManualClock().sleepFully(for: duration)
    try await ContinuousClock().sleepFully(for: duration)
  }

  @Test(arguments: [Duration.zero, .seconds(1)])
  func `a cancelled task does not sleep`(duration: Duration) async {
    let work = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await ManualClock().sleepFully(for: duration)
    }
    await #expect(throws: CancellationError.self) { try await work.value }
  }

  @Test func `a long sleep is as long as asked for`() async throws {
    let clock = ManualClock()
    async let sleep: Void = clock.sleepFully(for: .seconds(1000 * 86_400))
    let pauses = await clock.pass(pauses: 3)
    try await sleep
    #expect(pauses == [365, 365, 270].map { .seconds($0 * 86_400) })
  }

  @Test func `a sleep that ends late is not added to`() async throws {
    let clock = ManualClock()
    async let sleep: Void = clock.sleepFully(for: .seconds(400 * 86_400))
    await clock.sleepers()
    clock.advance(by: .seconds(399 * 86_400))
    #expect(await clock.pass(pauses: 1) == [.seconds(86_400)])
    try await sleep
  }

  @Test(arguments: endless)
  func `no sleep is too long for a real clock, and each can be cancelled`(
    duration: Duration
  ) async {
    for clock in [ContinuousClock(), SuspendingClock()] as [any Clock<Duration>] {
      let sleep = Task { try await clock.sleepFully(for: duration) }
      await Task.yield()
      sleep.cancel()
      await #expect(throws: CancellationError.self) { try await sleep.value }
    }
  }

  @Test(arguments: endless)
  func `a sleep beyond what clocks can count goes on after a year`(duration: Duration) async {
    let clock = ManualClock()
    let sleep = Task { try await clock.sleepFully(for: duration) }
    #expect(await clock.pass(pauses: 1) == [.seconds(365 * 86_400)])
    await clock.sleepers()
    sleep.cancel()
    await #expect(throws: CancellationError.self) { try await sleep.value }
    #expect(clock.nextDeadline == nil)
  }
}
