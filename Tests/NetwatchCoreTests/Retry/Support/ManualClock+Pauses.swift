import NetwatchCore
import NetwatchTestSupport

extension ManualClock {
  /// Sleeps through so many pauses of code under test, and returns how long each was.
  func pass(pauses count: Int) async -> [Duration] {
    var pauses: [Duration] = []
    for _ in 0..<count {
      await sleepers()
      guard let deadline = nextDeadline else { return pauses }
      let pause = now.duration(to: deadline)
      pauses.append(pause)
      advance(by: pause)
    }
    return pauses
  }
}
