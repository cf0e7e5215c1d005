import NetwatchCore
import Testing

@testable import NetwatchJobs

@Suite("What a scheduler asks its store for")
struct SchedulePlanTests {
  private static func at(_ seconds: Double) -> BootInstant {
    BootInstant(nanoseconds: Int64(seconds * 1e9))
  }

  private static func lane(
    _ destination: String = "a",
    kind: String = "k",
    _ requirement: JobRequirement = .internet,
    isUrgent: Bool = false
  ) -> JobLane {
    JobLane(destination: destination, kind: kind, requirement: requirement, isUrgent: isUrgent)
  }

  private static func plan(
    concurrency: Int = 100,
    limit: Int = 8,
    lanes: [JobLane] = [lane()]
  ) -> SchedulePlan {
    var plan = SchedulePlan(
      settings: .init(
        concurrency: concurrency,
        release: ReleaseSettings(limit: limit),
        kinds: ["k", "l"]
      ),
      at: at(0)
    )
    for lane in lanes { _ = plan.ready(lane) }
    return plan
  }

  private static func claimed(_ lane: JobLane, _ count: Int) -> StoreTurnResult {
    var result = StoreTurnResult()
    result.claimed = (0..<count).map { index in
      ClaimedJob(
        run: JobRun(id: JobID(rawValue: Int64(index) + 1), token: 1),
        lane: lane,
        payload: [],
        attempt: 1,
        history: JobHistory(),
        deadline: nil,
        idempotencyKey: "s-\(index)"
      )
    }
    return result
  }

  @Test("A new scheduler looks at once")
  func start() {
    #expect(Self.plan(lanes: []).lookAt == Self.at(0))
  }

  @Test("A lane that is known already is no news, nor is one of a kind without a handler")
  func news() {
    var plan = Self.plan(lanes: [])
    #expect(plan.ready(Self.lane()) == true)
    #expect(plan.ready(Self.lane()) == false)
    #expect(plan.ready(Self.lane(kind: "unknown")) == false)
    #expect(plan.claims(at: Self.at(0)).flatMap(\.lanes) == [Self.lane()])
  }

  @Test("An open destination is asked for its whole window, less what is in flight")
  func window() {
    var plan = Self.plan()
    #expect(plan.claims(at: Self.at(0)).map(\.limit) == [8])
    for _ in 0..<5 { _ = plan.began("a") }
    #expect(plan.claims(at: Self.at(0)).map(\.limit) == [3])
    for _ in 0..<3 { _ = plan.began("a") }
    #expect(plan.claims(at: Self.at(0)).isEmpty)
    #expect(plan.wakeTime(at: Self.at(0)) == Self.at(0), "the look that is due")
  }

  @Test("The concurrency is shared by the destinations, and what one leaves is another's next time")
  func concurrency() {
    var plan = Self.plan(concurrency: 6, lanes: ["a", "b", "c"].map { Self.lane($0) })
    let claims = plan.claims(at: Self.at(0))
    #expect(claims.map(\.limit) == [2, 2, 2])
    #expect(Set(claims.map(\.destination)) == ["a", "b", "c"])
    let first = plan.claims(at: Self.at(0)).first?.destination
    #expect(first != claims.first?.destination, "each is served first in turn")
  }

  @Test("While the connection is unavailable only what does not need it goes")
  func unavailable() {
    var plan = Self.plan(lanes: [Self.lane(), Self.lane("b", .nothing)])
    plan.availabilityChanged(false, at: Self.at(1)) { 0 }
    #expect(plan.claims(at: Self.at(1)).map(\.destination) == ["b"])
    plan.availabilityChanged(true, at: Self.at(2)) { 0 }
    let claims = plan.claims(at: Self.at(2))
    #expect(claims.map(\.limit) == [1, 1])
    #expect(claims.map(\.isExclusive) == [true, true], "canaries")
  }

  @Test("A release begins after its draw, urgent lanes at once")
  func jitter() {
    var plan = Self.plan(lanes: [Self.lane(), Self.lane(isUrgent: true)])
    plan.availabilityChanged(false, at: Self.at(0)) { 0 }
    plan.availabilityChanged(true, at: Self.at(100)) { 0.5 }
    #expect(plan.claims(at: Self.at(100)).flatMap(\.lanes) == [Self.lane(isUrgent: true)])
    let view = StoreView(lanes: [Self.lane()], next: nil, paces: [:], transitions: [])
    plan.looked(view, since: plan.lookBegan(), at: Self.at(100))
    #expect(plan.claims(at: Self.at(100)).isEmpty)
    #expect(plan.wakeTime(at: Self.at(100)) == Self.at(105))
    #expect(plan.claims(at: Self.at(105)).map(\.limit) == [1])
  }

  @Test("A drained lane is not asked for again, unless something was told since")
  func drained() {
    for isTold in [false, true] {
      var plan = Self.plan()
      let news = plan.newsCount
      let claims = plan.claims(at: Self.at(0))
      if isTold { _ = plan.ready(Self.lane()) }
      var result = StoreTurnResult()
      result.drained = [Self.lane()]
      plan.answered(claims, result, since: news, at: Self.at(0))
      #expect(plan.claims(at: Self.at(0)).isEmpty == !isTold)
    }
  }

  @Test("A view forgets lanes that are not in it, unless they were told while it was taken")
  func looking() {
    var plan = Self.plan(lanes: [Self.lane("a"), Self.lane("b")])
    let news = plan.lookBegan()
    _ = plan.ready(Self.lane("c"))
    let view = StoreView(
      lanes: [Self.lane("b")],
      next: .seconds(7),
      paces: [:],
      transitions: []
    )
    plan.looked(view, since: news, at: Self.at(1))
    #expect(Set(plan.claims(at: Self.at(1)).map(\.destination)) == ["b", "c"])
    #expect(plan.lookAt == Self.at(8))
  }

  @Test("What is due first decides when to look")
  func dues() {
    var plan = Self.plan()
    _ = plan.lookBegan()
    #expect(plan.due(at: Self.at(9)) == true)
    #expect(plan.due(at: Self.at(10)) == false)
    #expect(plan.due(at: Self.at(8)) == true)
    #expect(plan.lookAt == Self.at(8))
  }

  @Test("A loss that observers were not told of holds the internet's lanes for a moment")
  func doubt() {
    var plan = Self.plan()
    _ = plan.lookBegan()
    plan.lossMet(at: Self.at(1))
    #expect(plan.claims(at: Self.at(1)).isEmpty)
    #expect(plan.wakeTime(at: Self.at(1)) == Self.at(1.05))
    #expect(!plan.claims(at: Self.at(1.05)).isEmpty)
  }

  @Test("At a limited connection one job goes for each leave to try, whatever the window")
  func canary() {
    var plan = Self.plan(lanes: [Self.lane("a"), Self.lane("b")])
    plan.availabilityChanged(false, at: Self.at(0)) { 0 }
    #expect(!plan.wantsCanary(at: Self.at(0.9)))
    #expect(plan.wantsCanary(at: Self.at(1)))
    plan.canaryAnswered(true, at: Self.at(1))
    #expect(plan.claims(at: Self.at(1)).map(\.limit) == [1])
    #expect(plan.claims(at: Self.at(1)).isEmpty)
    #expect(!plan.wantsCanary(at: Self.at(2.9)))
    #expect(plan.wantsCanary(at: Self.at(3)))
    plan.canaryAnswered(false, at: Self.at(3))
    #expect(plan.claims(at: Self.at(3)).isEmpty)
  }

  @Test("A destination closes with its canary, and its pace is to be stored; the window's is not")
  func pace() {
    var plan = Self.plan()
    for _ in 0..<3 {
      let stamp = plan.began("a")
      plan.ended("a", stamp, .success, at: Self.at(1)) { 0 }
    }
    #expect(plan.unstoredPaces(at: Self.at(1)).isEmpty)
    let stamp = plan.began("a")
    plan.ended("a", stamp, .overloaded(retryAfter: .seconds(5)), at: Self.at(2)) { 0.5 }
    let paces = plan.unstoredPaces(at: Self.at(2))
    #expect(paces["a"] == StoredPace(gap: .seconds(1), window: 1, hold: .seconds(5), revision: 0))
    #expect(plan.claims(at: Self.at(2)).isEmpty)
    var told = paces
    told["a"]?.revision = 1
    plan.pacesTold(told, sent: paces, at: Self.at(2))
    #expect(plan.unstoredPaces(at: Self.at(2)).isEmpty)
    #expect(plan.claims(at: Self.at(7)).map(\.paceRevision) == [1])
    #expect(plan.claims(at: Self.at(7)).map(\.isExclusive) == [true])
  }

  @Test("The pace that another worker stored is taken over")
  func foreignPace() {
    var plan = Self.plan()
    let news = plan.newsCount
    let claims = plan.claims(at: Self.at(0))
    var result = StoreTurnResult()
    result.paces["a"] = StoredPace(gap: .seconds(4), window: 1, hold: .seconds(3), revision: 9)
    plan.pacesTold(result.paces, sent: [:], at: Self.at(0))
    plan.answered(claims, result, since: news, at: Self.at(0))
    #expect(plan.claims(at: Self.at(2.9)).isEmpty)
    #expect(plan.claims(at: Self.at(3)).map(\.paceRevision) == [9])
  }

  @Test("Closures wait for the same window as jobs, the first that came first")
  func callers() {
    var plan = Self.plan(limit: 2, lanes: [])
    for id: UInt64 in 1...3 {
      plan.callerCame(PlannedCaller(id: id, requirement: .internet, isUrgent: false), to: "a")
    }
    let admitted = plan.admitCallers(at: Self.at(0))
    #expect(admitted.map(\.id) == [1, 2])
    #expect(plan.admitCallers(at: Self.at(0)).isEmpty)
    plan.ended("a", admitted[0].stamp, .success, at: Self.at(1)) { 0 }
    #expect(plan.callerLeft(3, "a") == true)
    #expect(plan.callerLeft(3, "a") == false)
    #expect(plan.admitCallers(at: Self.at(1)).isEmpty)
  }

  @Test("Nothing begins once it closes")
  func closing() {
    var plan = Self.plan()
    plan.callerCame(PlannedCaller(id: 1, requirement: .nothing, isUrgent: false), to: "a")
    plan.closed()
    #expect(plan.claims(at: Self.at(0)).isEmpty)
    #expect(plan.admitCallers(at: Self.at(0)).isEmpty)
    #expect(plan.dismissedCallers() == [1])
  }

  @Test("Work that needs a route goes when there is one, whatever the internet does")
  func routes() {
    var plan = Self.plan(lanes: [Self.lane("lan", .route)])
    _ = plan.lookBegan()
    plan.availabilityChanged(false, at: Self.at(0)) { 0 }
    #expect(plan.routesWanted(at: Self.at(0)) == ["lan"])
    plan.routesFound(["lan": false])
    #expect(plan.claims(at: Self.at(0)).isEmpty)
    #expect(plan.wakeTime(at: Self.at(0)) == Self.at(5))
    plan.routesFound(["lan": true])
    #expect(plan.claims(at: Self.at(5)).map(\.destination) == ["lan"])
  }

  @Test("A lane that gave less than there is is asked again after a moment, without a hot loop")
  func contended() {
    var plan = Self.plan()
    _ = plan.lookBegan()
    let claims = plan.claims(at: Self.at(0))
    plan.answered(claims, StoreTurnResult(), since: plan.newsCount, at: Self.at(0))
    #expect(plan.claims(at: Self.at(0)).isEmpty)
    #expect(plan.wakeTime(at: Self.at(0)) == Self.at(0.2))
    #expect(plan.claims(at: Self.at(0.2)).count == 1)
  }

  @Test("What one destination leaves of the room is another's at once")
  func room() {
    var plan = Self.plan(concurrency: 20, limit: 12, lanes: [Self.lane("a"), Self.lane("b")])
    for _ in 0..<11 { _ = plan.began("a") }
    let limits = plan.claims(at: Self.at(0)).map { [$0.destination: $0.limit] }
    #expect(limits == [["a": 1], ["b": 8]])
  }

  @Test("The one that tries a limited connection needs it, whatever else is ready there")
  func canaryLane() {
    var plan = Self.plan(lanes: [Self.lane(), Self.lane("a", .nothing)])
    plan.availabilityChanged(false, at: Self.at(0)) { 0 }
    plan.canaryAnswered(true, at: Self.at(1))
    let claim = plan.claims(at: Self.at(1)).first
    #expect(claim?.lanes == [Self.lane()])
    #expect(claim?.limit == 1)
    #expect(plan.claims(at: Self.at(1)).flatMap(\.lanes) == [Self.lane("a", .nothing)])
  }

  @Test("A pace that changes while the store is told of it is told again")
  func changedPace() {
    var plan = Self.plan()
    var sent: [[String: StoredPace]] = []
    for second in 1...2 {
      let stamp = plan.began("a")
      plan.ended("a", stamp, .overloaded(retryAfter: nil), at: Self.at(Double(second))) { 0 }
      if second == 1 { sent.append(plan.unstoredPaces(at: Self.at(1))) }
    }
    var told = sent[0]
    told["a"]?.revision = 1
    plan.pacesTold(told, sent: sent[0], at: Self.at(2))
    let next = plan.unstoredPaces(at: Self.at(2))["a"]
    #expect(next?.gap == .seconds(2))
    #expect(next?.revision == 1)
  }

  @Test("Ten thousand destinations that are closed cost the others nothing")
  func manyDestinations() {
    var plan = Self.plan(lanes: [Self.lane("open")])
    for index in 0..<9_000 {
      let name = "closed-\(index)"
      _ = plan.ready(Self.lane(name))
      let stamp = plan.began(name)
      plan.ended(name, stamp, .overloaded(retryAfter: .seconds(3_600)), at: Self.at(0)) { 0.5 }
    }
    _ = plan.unstoredPaces(at: Self.at(0))
    let length = ContinuousClock().measure {
      for _ in 0..<10_000 {
        let claims = plan.claims(at: Self.at(1))
        #expect(claims.map(\.destination) == ["open"])
        _ = plan.wakeTime(at: Self.at(1))
      }
    }
    #expect(length < .seconds(20), "looking at all of them each time takes minutes")
  }

  @Test(
    "Ten thousand closures at one destination go in order, at a cost that is not theirs together"
  )
  func manyCallers() {
    var plan = Self.plan(limit: 1, lanes: [])
    for id: UInt64 in 1...10_000 {
      let caller = PlannedCaller(id: id, requirement: .internet, isUrgent: false)
      plan.callerCame(caller, to: "a")
    }
    for id: UInt64 in 5_001...10_000 {
      let wasThere = plan.callerLeft(id, "a")
      #expect(wasThere)
    }
    var order: [UInt64] = []
    let length = ContinuousClock().measure {
      while let next = plan.admitCallers(at: Self.at(1)).first {
        order.append(next.id)
        _ = plan.wakeTime(at: Self.at(1))
        plan.ended("a", next.stamp, .success, at: Self.at(1)) { 0 }
      }
    }
    #expect(order == Array(1...5_000))
    #expect(length < .seconds(20), "looking at all of them each time takes minutes")
    #expect(plan.destinations["a"]?.callers.isEmpty == true)
  }

  @Test("What others do is looked at at once, and at most a hundred times a second")
  func elsewhere() {
    var plan = Self.plan()
    let view = StoreView(lanes: [], next: nil, paces: [:], transitions: [])
    plan.looked(view, since: plan.lookBegan(), at: Self.at(1))
    #expect(plan.changedElsewhere(at: Self.at(1.002)) == true)
    #expect(plan.lookAt == Self.at(1.01))
    #expect(plan.changedElsewhere(at: Self.at(1.005)) == false)
    plan.looked(view, since: plan.lookBegan(), at: Self.at(2))
    #expect(plan.changedElsewhere(at: Self.at(3)) == true)
    #expect(plan.lookAt == Self.at(3))
  }
}
