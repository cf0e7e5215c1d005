import NetwatchTestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct ManualClockTests {
  @Test func `a sleeper wakes when its moment has come, and not before`() async throws {
    let clock = ManualClock()
    async let sleep: Void = clock.sleep(for: .seconds(3))
    await clock.sleepers()
    #expect(clock.nextDeadline == .init(offset: .seconds(3)))
    clock.advance(by: .seconds(2))
    #expect(clock.nextDeadline != nil)
    clock.advance(by: .seconds(1))
    try await sleep
    #expect(clock.nextDeadline == nil)
  }

  @Test func `a cancelled sleeper throws`() async {
    let clock = ManualClock()
    let sleeper = Task { try await clock.sleep(for: .seconds(1)) }
    await clock.sleepers()
    sleeper.cancel()
    await #expect(throws: CancellationError.self) { try await sleeper.value }
    #expect(clock.nextDeadline == nil)
  }

  @Test func `waiting for sleepers ends when the waiting task is cancelled`() async {
    let clock = ManualClock()
    let waiter = Task { await clock.sleepers(atLeast: 2) }
    waiter.cancel()
    await waiter.value
  }

  @Test func `the wait for sleepers ends with the last of them`() async throws {
    let clock = ManualClock()
    async let first: Void = clock.sleep(for: .seconds(1))
    async let second: Void = clock.sleep(for: .seconds(1))
    await clock.sleepers(atLeast: 2)
    clock.advance(by: .seconds(1))
    try await first
    try await second
  }
}
