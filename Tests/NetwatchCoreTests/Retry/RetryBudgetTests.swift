import NetwatchCore
import Testing

@Suite(.timeLimit(.minutes(1))) struct RetryBudgetTests {
  static let transient = RetryFailure(Failure.status(503))
  static let throttling = RetryFailure(Failure.status(429))

  @Test(arguments: [(transient, 14, 35), (throttling, 5, 100)] as [(RetryFailure, Int, Int)])
  func `the standard budget pays for so many retries in a row`(
    failure: RetryFailure,
    cost: Int,
    retries: Int
  ) {
    let budget = RetryBudget.standard()
    #expect(budget.tokens == 500)
    var admitted = 0
    while let permit = budget.admit(failure) {
      #expect(permit.cost == cost)
      admitted += 1
      #expect(budget.tokens == 500 - admitted * cost)
    }
    #expect(admitted == retries)
    #expect(budget.tokens == 500 - retries * cost)
  }

  @Test func `a refused retry takes nothing, and a cheaper one may still be paid for`() {
    let budget = RetryBudget(capacity: 20)
    #expect(budget.admit(Self.transient) != nil)
    #expect(budget.admit(Self.transient) == nil)
    #expect(budget.tokens == 6)
    #expect(budget.admit(Self.throttling) != nil)
    #expect(budget.tokens == 1)
  }

  @Test func `success brings the last cost back, or one token without a retry`() {
    let budget = RetryBudget(capacity: 100)
    _ = budget.admit(Self.transient)
    let last = budget.admit(Self.throttling)
    #expect(budget.tokens == 81)
    budget.succeeded(after: last)
    #expect(budget.tokens == 86)
    budget.succeeded()
    #expect(budget.tokens == 87)
  }

  @Test func `it never holds more than its capacity`() {
    let budget = RetryBudget(capacity: 10, transientCost: 4, gain: .max)
    budget.succeeded()
    #expect(budget.tokens == 10)
    let permit = budget.admit(Self.transient)
    budget.succeeded()
    budget.succeeded(after: permit)
    #expect(budget.tokens == 10)
  }

  @Test func `negative numbers count as none`() {
    let empty = RetryBudget(capacity: -5)
    #expect(empty.admit(Self.transient) == nil)
    let free = RetryBudget(capacity: 1, transientCost: -1, throttlingCost: .min, gain: -1)
    #expect(free.admit(Self.transient)?.cost == 0)
    #expect(free.admit(Self.throttling)?.cost == 0)
    free.succeeded()
    #expect(free.tokens == 1)
  }

  @Test func `many can share it`() async {
    let budget = RetryBudget(capacity: 14 * 100)
    let admitted = await withTaskGroup(of: Int.self) { group in
      for _ in 0..<8 {
        group.addTask { (0..<50).count { _ in budget.admit(Self.transient) != nil } }
      }
      return await group.reduce(0, +)
    }
    #expect(admitted == 100)
    #expect(budget.tokens == 0)
  }
}
