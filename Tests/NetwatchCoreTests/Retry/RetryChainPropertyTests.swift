import NetwatchCore
import NetwatchTestSupport
import Testing

/// The chain against a model that keeps the whole past and looks everything up in it.
@Suite(.timeLimit(.minutes(1))) struct RetryChainPropertyTests {
  /// Who proposed each retry so far, and whether it counted.
  struct Past {
    var retries: [(proposer: String, isCounted: Bool)] = []

    var total: Int { retries.filter(\.isCounted).count }

    func run(of id: String) -> Int {
      retries.reversed().prefix { $0.proposer == id }.count
    }
  }

  @Test(arguments: 0..<UInt64(8))
  func `any sequence of answers goes as in the model`(part: UInt64) async throws {
    for seed in (part * 250)..<((part + 1) * 250) {
      var generator = SeededGenerator(seed: seed)
      try await run(&generator)
    }
  }

  private func run(_ generator: inout SeededGenerator) async throws {
    let ids = ["a", "b", "c", "d"].prefix(Int.random(in: 1...4, using: &generator))
    let limit = Bool.random(using: &generator) ? Int.random(in: 0...12, using: &generator) : nil
    // Who is willing to propose in the present step.
    let willing = Willing()
    let chain = try RetryChain(ids.map(willing.interceptor), maxRetryCount: limit)
    var (past, history) = (Past(), RetryHistory())
    for _ in 0..<25 {
      let chosen = Set(ids.filter { _ in Bool.random(using: &generator) })
      willing.set(chosen)
      let verdict = try await chain.decide(RetryChainTests.failure, history: history)
      let isAtLimit = limit.map { past.total >= $0 } ?? false
      let expected = isAtLimit ? nil : ids.last { chosen.contains($0) }
      #expect(verdict.proposal?.proposer == expected)
      for (answer, id) in zip(verdict.answers, ids.reversed()) {
        #expect(answer.decision.reason == "\(id) \(past.run(of: id)) \(past.total)")
      }
      guard let expected else { continue }
      let isCounted = Int.random(in: 0..<4, using: &generator) > 0
      past.retries.append((expected, isCounted))
      history.retried(proposedBy: expected, isCounted: isCounted)
      // As if it had been stored and read again.
      history = RetryHistory(
        totalRetries: history.totalRetries,
        lastProposer: history.lastProposer,
        runLength: history.runLength
      )
    }
    if let limit { #expect(past.total <= limit) }
  }

  private final class Willing: Sendable {
    private let ids = Lock<Set<String>>([])

    func set(_ chosen: Set<String>) {
      ids.withLock { $0 = chosen }
    }

    func interceptor(_ id: String) -> RetryInterceptor {
      RetryInterceptor(id: id) { question in
        let reason = "\(id) \(question.consecutiveRetries) \(question.totalRetries)"
        let isWilling = self.ids.withLock { $0.contains(id) }
        return isWilling ? .retry(after: .zero, reason) : .noOpinion(reason)
      }
    }
  }
}
