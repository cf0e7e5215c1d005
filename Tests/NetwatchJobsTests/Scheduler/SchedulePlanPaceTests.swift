import NetwatchCore
import Testing

@testable import NetwatchJobs

@Suite("The paces of destinations that a scheduler and its store tell each other")
struct SchedulePlanPaceTests {
  @Test("A destination closes with its canary, and its pace is to be stored; the window's is not")
  func pace() {
    var plan = SchedulePlan.sample()
    for _ in 0..<3 {
      let stamp = plan.began("a")
      plan.ended("a", stamp, .success, at: .at(1)) { 0 }
    }
    #expect(plan.unstoredPaces(at: .at(1)).isEmpty)
    let stamp = plan.began("a")
    plan.ended("a", stamp, .overloaded(retryAfter: .seconds(5)), at: .at(2)) { 0.5 }
    let paces = plan.unstoredPaces(at: .at(2))
    #expect(paces["a"] == StoredPace(gap: .seconds(1), window: 1, hold: .seconds(5), revision: 0))
    #expect(plan.claims(at: .at(2)).isEmpty)
    var told = paces
    told["a"]?.revision = 1
    plan.pacesTold(told, sent: paces, at: .at(2))
    #expect(plan.unstoredPaces(at: .at(2)).isEmpty)
    #expect(plan.claims(at: .at(7)).map(\.paceRevision) == [1])
    #expect(plan.claims(at: .at(7)).map(\.isExclusive) == [true])
  }

  @Test("The pace that another worker stored is taken over")
  func foreignPace() {
    var plan = SchedulePlan.sample()
    let news = plan.newsCount
    let claims = plan.claims(at: .at(0))
    var result = StoreTurnResult()
    result.paces["a"] = StoredPace(gap: .seconds(4), window: 1, hold: .seconds(3), revision: 9)
    plan.pacesTold(result.paces, sent: [:], at: .at(0))
    plan.answered(claims, result, since: news, at: .at(0))
    #expect(plan.claims(at: .at(2.9)).isEmpty)
    #expect(plan.claims(at: .at(3)).map(\.paceRevision) == [9])
  }

  @Test("A pace that changes while the store is told of it is told again")
  func changedPace() {
    var plan = SchedulePlan.sample()
    var sent: [[String: StoredPace]] = []
    for second in 1...2 {
      let stamp = plan.began("a")
      plan.ended("a", stamp, .overloaded(retryAfter: nil), at: .at(Double(second))) { 0 }
      if second == 1 { sent.append(plan.unstoredPaces(at: .at(1))) }
    }
    var told = sent[0]
    told["a"]?.revision = 1
    plan.pacesTold(told, sent: sent[0], at: .at(2))
    let next = plan.unstoredPaces(at: .at(2))["a"]
    #expect(next?.gap == .seconds(2))
    #expect(next?.revision == 1)
  }
}
