import Testing

@testable import NetwatchService

/// When a service removes finished jobs.
struct PruneTimesTests {
  @Test func `a look is a sign where jobs have changed, and one in an hour is anyway`() {
    let times = PruneTimes()
    let signs = (0..<250).filter { look in
      if look == 2 { times.jobsChanged() }
      return times.looked()
    }
    // An hour has 120 looks.
    #expect(signs == [2, 122, 242])
  }
}
