import NetwatchTestSupport
import Testing

@testable import NetwatchJobs

@Suite("Fair shares")
struct FairShareTests {
  @Test(
    "Whoever has no more than an equal share keeps it, and the others share what is left",
    arguments: [
      ([], 5, .max), ([5], 5, .max), ([6], 5, 5), ([3, 2], 5, .max), ([3, 3], 5, 2),
      ([1, 100], 50, 49), ([100, 1, 40], 50, 24), ([10, 100, 100], 50, 20), ([7, 7, 7], 0, 0),
      ([0, 0, 3], 2, 2), ([1], -1, 0), ([.max, 1], .max, .max - 1),
    ] as [([Int], Int, Int)]
  )
  func level(_ amounts: [Int], _ limit: Int, _ expected: Int) {
    #expect(FairShare.level(of: amounts, limit: limit) == expected)
  }

  @Test("All together keep as much as they can where each keeps the same at most")
  func largest() {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<2_000 {
      let amounts = (0..<Int.random(in: 1...6, using: &random)).map { _ in
        Int.random(in: 0...20, using: &random)
      }
      let limit = Int.random(in: 0...60, using: &random)
      let level = FairShare.level(of: amounts, limit: limit)
      let sum = { (level: Int) in amounts.reduce(0) { $0 + min($1, level) } }
      #expect(sum(level) <= limit)
      #expect(level == .max || sum(level + 1) > limit, "\(amounts) \(limit)")
    }
  }
}
