import NetwatchCore
import NetwatchJobs
import Testing

@testable import NetwatchService

@Suite struct QuotaStateTests {
  private let start = BootInstant(nanoseconds: 0)
  private let one: QuotaBook.Amounts = [.owner("a"): QuotaBook.Amount(jobs: 1, bytes: 10)]

  private func state(limit: Int, counted jobs: Int, isStoreShared: Bool = false) -> QuotaState {
    var limits = JobQuotas()
    limits.owner.jobs = limit
    var state = QuotaState(limits: limits, isStoreShared: isStoreShared)
    #expect(isCount(state.admit(one, at: start)))
    state.counted(usage(jobs), at: start)
    return state
  }

  private func usage(_ jobs: Int) -> [StoreUsage] {
    jobs == 0 ? [] : [StoreUsage(owner: "a", destination: "d", jobs: jobs, bytes: 10 * jobs)]
  }

  private func isAdmitted(_ step: QuotaState.Step) -> Bool {
    if case .admitted = step { true } else { false }
  }

  private func isCount(_ step: QuotaState.Step) -> Bool {
    if case .count = step { true } else { false }
  }

  private func isWait(_ step: QuotaState.Step) -> Bool {
    if case .wait = step { true } else { false }
  }

  private func isRefused(_ step: QuotaState.Step) -> Bool {
    if case .refused = step { true } else { false }
  }

  @Test func `Nobody is let in before the first count, which is made once`() {
    var state = QuotaState(limits: JobQuotas())
    #expect(isCount(state.admit(one, at: start)))
    #expect(isWait(state.admit(one, at: start)))
    state.countingFailed()
    #expect(isCount(state.admit(one, at: start)))
    state.counted([], at: start)
    #expect(isAdmitted(state.admit(one, at: start)))
  }

  @Test
  func `What is under way counts until it has ended, and what was stored until the next count`() {
    var state = state(limit: 3, counted: 1)
    #expect(isAdmitted(state.admit(one, at: start)))
    #expect(isAdmitted(state.admit(one, at: start)))
    #expect(isRefused(state.admit(one, at: start)))
    state.ended(one, areStored: false)
    #expect(isAdmitted(state.admit(one, at: start)))
    state.ended(one, areStored: true)
    #expect(isRefused(state.admit(one, at: start)))
  }

  @Test
  func `It is counted again a second after the last count, where a limit seems to be reached`() {
    var state = state(limit: 1, counted: 1)
    #expect(isRefused(state.admit(one, at: start.advanced(by: .milliseconds(999)))))
    let later = start.advanced(by: .seconds(1))
    #expect(isCount(state.admit(one, at: later)))
    #expect(isWait(state.admit(one, at: later)))
    state.counted(usage(0), at: later)
    #expect(isAdmitted(state.admit(one, at: later)))
  }

  @Test func `Where other hosts store jobs too, it is counted again after five seconds`() {
    var state = state(limit: 9, counted: 1, isStoreShared: true)
    #expect(isAdmitted(state.admit(one, at: start.advanced(by: .milliseconds(4_999)))))
    let later = start.advanced(by: .seconds(5))
    #expect(isCount(state.admit(one, at: later)))
    // The others go by the count before.
    #expect(isAdmitted(state.admit(one, at: later)))
    state.counted(usage(9), at: later)
    #expect(isRefused(state.admit(one, at: later.advanced(by: .milliseconds(999)))))
    var ownOnly = self.state(limit: 9, counted: 1)
    #expect(isAdmitted(ownOnly.admit(one, at: start.advanced(by: .seconds(86_400)))))
  }

  @Test func `A count of a shared store that took long is good for longer`() {
    var state = state(limit: 9, counted: 1, isStoreShared: true)
    let began = start.advanced(by: .seconds(5))
    #expect(isCount(state.admit(one, at: began)))
    let ended = began.advanced(by: .seconds(2))
    state.counted(usage(1), at: ended)
    #expect(isAdmitted(state.admit(one, at: ended.advanced(by: .milliseconds(39_999)))))
    #expect(isCount(state.admit(one, at: ended.advanced(by: .seconds(40)))))
    state.countingFailed()
    #expect(isCount(state.admit(one, at: ended.advanced(by: .seconds(40)))))
  }

  @Test func `What is stored while the store is counted is not lost`() {
    var state = state(limit: 2, counted: 2)
    state.limits.owner.jobs = 4
    #expect(isAdmitted(state.admit(one, at: start)))
    state.limits.owner.jobs = 2
    let later = start.advanced(by: .seconds(1))
    #expect(isCount(state.admit(one, at: later)))
    // It was let in before the count began, and the count may have missed it.
    state.ended(one, areStored: true)
    state.counted(usage(1), at: later)
    #expect(isRefused(state.admit(one, at: later)))
  }
}
