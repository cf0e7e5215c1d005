import NetwatchCore
import Testing

@testable import NetwatchJobs

@Suite("What a scheduler asks its store for")
struct SchedulePlanTests {
  @Test("A new scheduler looks at once")
  func start() {
    #expect(SchedulePlan.sample(lanes: []).lookAt == .at(0))
  }

  @Test("A lane that is known already is no news, nor is one of a kind without a handler")
  func news() {
    var plan = SchedulePlan.sample(lanes: [])
    #expect(plan.ready(.sample()) == true)
    #expect(plan.ready(.sample()) == false)
    #expect(plan.ready(.sample(kind: "unknown")) == false)
    #expect(plan.claims(at: .at(0)).flatMap(\.lanes) == [.sample()])
  }

  @Test("An open destination is asked for its whole window, less what is in flight")
  func window() {
    var plan = SchedulePlan.sample()
    #expect(plan.claims(at: .at(0)).map(\.limit) == [8])
    for _ in 0..<5 { _ = plan.began("a") }
    #expect(plan.claims(at: .at(0)).map(\.limit) == [3])
    for _ in 0..<3 { _ = plan.began("a") }
    #expect(plan.claims(at: .at(0)).isEmpty)
    #expect(plan.wakeTime(at: .at(0)) == .at(0), "the look that is due")
  }

  @Test("The concurrency is shared by the destinations, and what one leaves is another's next time")
  func concurrency() {
    var plan = SchedulePlan.sample(
      concurrency: 6,
      lanes: ["a", "b", "c"].map { JobLane.sample($0) }
    )
    let claims = plan.claims(at: .at(0))
    #expect(claims.map(\.limit) == [2, 2, 2])
    #expect(Set(claims.map(\.destination)) == ["a", "b", "c"])
    let first = plan.claims(at: .at(0)).first?.destination
    #expect(first != claims.first?.destination, "each is served first in turn")
  }

  @Test("What one destination leaves of the room is another's at once")
  func room() {
    var plan = SchedulePlan.sample(concurrency: 20, limit: 12, lanes: [.sample("a"), .sample("b")])
    for _ in 0..<11 { _ = plan.began("a") }
    let limits = plan.claims(at: .at(0)).map { [$0.destination: $0.limit] }
    #expect(limits == [["a": 1], ["b": 8]])
  }

  @Test("A drained lane is not asked for again, unless something was told since")
  func drained() {
    for isTold in [false, true] {
      var plan = SchedulePlan.sample()
      let news = plan.newsCount
      let claims = plan.claims(at: .at(0))
      if isTold { _ = plan.ready(.sample()) }
      var result = StoreTurnResult()
      result.drained = [.sample()]
      plan.answered(claims, result, since: news, at: .at(0))
      #expect(plan.claims(at: .at(0)).isEmpty == !isTold)
    }
  }

  @Test("A lane that gave less than there is is asked again after a moment, without a hot loop")
  func contended() {
    var plan = SchedulePlan.sample()
    _ = plan.lookBegan()
    let claims = plan.claims(at: .at(0))
    plan.answered(claims, StoreTurnResult(), since: plan.newsCount, at: .at(0))
    #expect(plan.claims(at: .at(0)).isEmpty)
    #expect(plan.wakeTime(at: .at(0)) == .at(0.2))
    #expect(plan.claims(at: .at(0.2)).count == 1)
  }

  @Test("A view forgets lanes that are not in it, unless they were told while it was taken")
  func looking() {
    var plan = SchedulePlan.sample(lanes: [.sample("a"), .sample("b")])
    let news = plan.lookBegan()
    _ = plan.ready(.sample("c"))
    let view = StoreView(
      lanes: [.sample("b")],
      next: .seconds(7),
      paces: [:],
      transitions: []
    )
    plan.looked(view, since: news, at: .at(1))
    #expect(Set(plan.claims(at: .at(1)).map(\.destination)) == ["b", "c"])
    #expect(plan.lookAt == .at(8))
  }

  @Test("What is due first decides when to look")
  func dues() {
    var plan = SchedulePlan.sample()
    _ = plan.lookBegan()
    #expect(plan.due(at: .at(9)) == true)
    #expect(plan.due(at: .at(10)) == false)
    #expect(plan.due(at: .at(8)) == true)
    #expect(plan.lookAt == .at(8))
  }

  @Test("What others do is looked at at once, and at most a hundred times a second")
  func elsewhere() {
    var plan = SchedulePlan.sample()
    let view = StoreView(lanes: [], next: nil, paces: [:], transitions: [])
    plan.looked(view, since: plan.lookBegan(), at: .at(1))
    #expect(plan.changedElsewhere(at: .at(1.002)) == true)
    #expect(plan.lookAt == .at(1.01))
    #expect(plan.changedElsewhere(at: .at(1.005)) == false)
    plan.looked(view, since: plan.lookBegan(), at: .at(2))
    #expect(plan.changedElsewhere(at: .at(3)) == true)
    #expect(plan.lookAt == .at(3))
  }

  @Test("Nothing begins once it closes")
  func closing() {
    var plan = SchedulePlan.sample()
    plan.callerCame(PlannedCaller(id: 1, requirement: .nothing, isUrgent: false), to: "a")
    plan.closed()
    #expect(plan.claims(at: .at(0)).isEmpty)
    #expect(plan.admitCallers(at: .at(0)).isEmpty)
    #expect(plan.dismissedCallers() == [1])
  }

  @Test("Ten thousand destinations that are closed cost the others nothing")
  func manyDestinations() {
    var plan = SchedulePlan.sample(lanes: [.sample("open")])
    for index in 0..<9_000 {
      let name = "closed-\(index)"
      _ = plan.ready(.sample(name))
      let stamp = plan.began(name)
      plan.ended(name, stamp, .overloaded(retryAfter: .seconds(3_600)), at: .at(0)) { 0.5 }
    }
    _ = plan.unstoredPaces(at: .at(0))
    let length = ContinuousClock().measure {
      for _ in 0..<10_000 {
        let claims = plan.claims(at: .at(1))
        #expect(claims.map(\.destination) == ["open"])
        _ = plan.wakeTime(at: .at(1))
      }
    }
    #expect(length < .seconds(20), "looking at all of them each time takes minutes")
  }
}
