import NetwatchCore
import Testing

@testable import NetwatchService

/// When a service removes finished jobs.
struct PruneTimesTests {
  @Test(arguments: [30, 5])
  func `a look is a sign where jobs have changed, and one in an hour is anyway`(_ pause: Int) {
    func moment(_ seconds: Int) -> BootInstant {
      BootInstant(nanoseconds: 1 + Int64(seconds) * 1_000_000_000)
    }
    var rule = PruneRule(now: moment(0))
    let signs = stride(from: pause, through: 9_000, by: pause).filter { second in
      if second == 60 { rule.jobsChanged() }
      return rule.looked(at: moment(second))
    }
    #expect(signs == [60, 3_660, 7_260])
  }

  @Test func `whoever waits hears of a sign`() async {
    let times = PruneTimes(now: BootInstant(nanoseconds: 1))
    times.jobsChanged()
    times.looked(at: BootInstant(nanoseconds: 2))
    var signs = times.signs.makeAsyncIterator()
    #expect(await signs.next() != nil)
  }
}
