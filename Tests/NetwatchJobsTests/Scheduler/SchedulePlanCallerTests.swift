import NetwatchCore
import Testing

@testable import NetwatchJobs

@Suite("Closures that wait beside jobs")
struct SchedulePlanCallerTests {
  @Test("Closures wait for the same window as jobs, the first that came first")
  func callers() {
    var plan = SchedulePlan.sample(limit: 2, lanes: [])
    for id: UInt64 in 1...3 {
      plan.callerCame(PlannedCaller(id: id, requirement: .internet, isUrgent: false), to: "a")
    }
    let admitted = plan.admitCallers(at: .at(0))
    #expect(admitted.map(\.id) == [1, 2])
    #expect(plan.admitCallers(at: .at(0)).isEmpty)
    plan.ended("a", admitted[0].stamp, .success, at: .at(1)) { 0 }
    #expect(plan.callerLeft(3, "a") == true)
    #expect(plan.callerLeft(3, "a") == false)
    #expect(plan.admitCallers(at: .at(1)).isEmpty)
  }

  @Test(
    "Ten thousand closures at one destination go in order, at a cost that is not theirs together"
  )
  func manyCallers() {
    var plan = SchedulePlan.sample(limit: 1, lanes: [])
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
      while let next = plan.admitCallers(at: .at(1)).first {
        order.append(next.id)
        _ = plan.wakeTime(at: .at(1))
        plan.ended("a", next.stamp, .success, at: .at(1)) { 0 }
      }
    }
    #expect(order == Array(1...5_000))
    #expect(length < .seconds(20), "looking at all of them each time takes minutes")
    #expect(plan.destinations["a"]?.callers.isEmpty == true)
  }
}
