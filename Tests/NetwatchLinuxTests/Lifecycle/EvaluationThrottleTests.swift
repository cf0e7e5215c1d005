import NetwatchCore
import NetwatchTestSupport
import Testing

@testable import NetwatchLinux

struct EvaluationThrottleTests {
  /// A throttle together with the simplest account of what it did.
  private struct Model {
    var throttle = EvaluationThrottle()
    var now = BootInstant(nanoseconds: 1_000_000_000)
    var grants: [BootInstant] = []
    var hasUnanswered = false

    mutating func request() {
      hasUnanswered = !throttle.requested(at: now)
      if !hasUnanswered { grants.append(now) }
    }

    /// Time passes, with the throttle's own deadline awaited, up to a little late.
    mutating func pass(_ duration: Duration, lateness: Duration) {
      let end = now.advanced(by: duration)
      while let deadline = throttle.deadline, deadline <= end {
        now = min(end, deadline.advanced(by: lateness))
        guard throttle.timePassed(at: now) else { break }
        grants.append(now)
        hasUnanswered = false
      }
      now = end
    }

    /// The most grants in any window of one second.
    var mostInASecond: Int {
      grants.indices.map { first in
        grants[first...].prefix { grants[first].duration(to: $0) < .seconds(1) }.count
      }.max() ?? 0
    }
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func `no second sees more than a hundred grants, and no last request is dropped`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var model = Model()
    let pace = [1_000, 100_000, 5_000_000, 40_000_000].randomElement(using: &random) ?? 1_000
    for _ in 0..<2_000 {
      for _ in 0..<Int.random(in: 0...8, using: &random) { model.request() }
      let pause = Duration.nanoseconds(Int64.random(in: 0...Int64(pace), using: &random))
      model.pass(pause, lateness: .nanoseconds(Int64.random(in: 0...2_000_000, using: &random)))
      #expect(model.hasUnanswered == (model.throttle.deadline != nil))
    }
    model.pass(.seconds(1), lateness: .zero)
    #expect(!model.hasUnanswered)
    #expect(model.mostInASecond <= 100)
  }

  @Test func `a few requests are granted at once, and a flood at eighty a second`() {
    var model = Model()
    for _ in 0..<1_000 {
      for _ in 0..<10 { model.request() }
      model.pass(.milliseconds(10), lateness: .zero)
    }
    #expect(model.grants.prefix(10).allSatisfy { $0 == model.grants.first })
    #expect((800...825).contains(model.grants.count))
  }

  @Test func `a request that waits is granted within a hundredth of a second or so`() throws {
    var throttle = EvaluationThrottle()
    let now = BootInstant(nanoseconds: 0)
    while throttle.requested(at: now) {}
    let deadline = try #require(throttle.deadline)
    #expect(now.duration(to: deadline) <= .milliseconds(13))
    let isEarly = throttle.timePassed(at: now)
    #expect(!isEarly)
    let isGranted = throttle.timePassed(at: deadline)
    #expect(isGranted)
    #expect(throttle.deadline == nil)
  }

  @Test func `a clock that stands still or goes back grants nothing for ever`() {
    var throttle = EvaluationThrottle()
    let granted = (0..<1_000).count { step in
      throttle.requested(at: BootInstant(nanoseconds: -Int64(step)))
    }
    #expect(granted <= 20)
  }
}
