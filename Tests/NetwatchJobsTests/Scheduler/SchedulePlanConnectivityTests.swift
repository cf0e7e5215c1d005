import NetwatchCore
import Testing

@testable import NetwatchJobs

@Suite("What a scheduler lets go while the connection comes and goes")
struct SchedulePlanConnectivityTests {
  @Test("While the connection is unavailable only what does not need it goes")
  func unavailable() {
    var plan = SchedulePlan.sample(lanes: [.sample(), .sample("b", .nothing)])
    plan.availabilityChanged(false, at: .at(1)) { 0 }
    #expect(plan.claims(at: .at(1)).map(\.destination) == ["b"])
    plan.availabilityChanged(true, at: .at(2)) { 0 }
    let claims = plan.claims(at: .at(2))
    #expect(claims.map(\.limit) == [1, 1])
    #expect(claims.map(\.isExclusive) == [true, true], "canaries")
  }

  @Test("A release begins after its draw, urgent lanes at once")
  func jitter() {
    var plan = SchedulePlan.sample(lanes: [.sample(), .sample(isUrgent: true)])
    plan.availabilityChanged(false, at: .at(0)) { 0 }
    plan.availabilityChanged(true, at: .at(100)) { 0.5 }
    #expect(plan.claims(at: .at(100)).flatMap(\.lanes) == [.sample(isUrgent: true)])
    let view = StoreView(lanes: [.sample()], next: nil, paces: [:], transitions: [])
    plan.looked(view, since: plan.lookBegan(), at: .at(100))
    #expect(plan.claims(at: .at(100)).isEmpty)
    #expect(plan.wakeTime(at: .at(100)) == .at(105))
    #expect(plan.claims(at: .at(105)).map(\.limit) == [1])
  }

  @Test("A loss that observers were not told of holds the internet's lanes for a moment")
  func doubt() {
    var plan = SchedulePlan.sample()
    _ = plan.lookBegan()
    plan.lossMet(at: .at(1))
    #expect(plan.claims(at: .at(1)).isEmpty)
    #expect(plan.wakeTime(at: .at(1)) == .at(1.05))
    #expect(!plan.claims(at: .at(1.05)).isEmpty)
  }

  @Test("At a limited connection one job goes for each leave to try, whatever the window")
  func canary() {
    var plan = SchedulePlan.sample(lanes: [.sample("a"), .sample("b")])
    plan.availabilityChanged(false, at: .at(0)) { 0 }
    #expect(!plan.wantsCanary(at: .at(0.9)))
    #expect(plan.wantsCanary(at: .at(1)))
    plan.canaryAnswered(true, at: .at(1))
    #expect(plan.claims(at: .at(1)).map(\.limit) == [1])
    #expect(plan.claims(at: .at(1)).isEmpty)
    #expect(!plan.wantsCanary(at: .at(2.9)))
    #expect(plan.wantsCanary(at: .at(3)))
    plan.canaryAnswered(false, at: .at(3))
    #expect(plan.claims(at: .at(3)).isEmpty)
  }

  @Test("The one that tries a limited connection needs it, whatever else is ready there")
  func canaryLane() {
    var plan = SchedulePlan.sample(lanes: [.sample(), .sample("a", .nothing)])
    plan.availabilityChanged(false, at: .at(0)) { 0 }
    plan.canaryAnswered(true, at: .at(1))
    let claim = plan.claims(at: .at(1)).first
    #expect(claim?.lanes == [.sample()])
    #expect(claim?.limit == 1)
    #expect(plan.claims(at: .at(1)).flatMap(\.lanes) == [.sample("a", .nothing)])
  }

  @Test("Work that needs a route goes when there is one, whatever the internet does")
  func routes() {
    var plan = SchedulePlan.sample(lanes: [.sample("lan", .route)])
    _ = plan.lookBegan()
    plan.availabilityChanged(false, at: .at(0)) { 0 }
    #expect(plan.routesWanted(at: .at(0)) == ["lan"])
    plan.routesFound(["lan": false])
    #expect(plan.claims(at: .at(0)).isEmpty)
    #expect(plan.wakeTime(at: .at(0)) == .at(5))
    plan.routesFound(["lan": true])
    #expect(plan.claims(at: .at(5)).map(\.destination) == ["lan"])
  }
}
