import NetwatchCore
import NetwatchTestSupport
import Testing

@testable import NetwatchService

@Suite("Things that are done one at a time", .timeLimit(.minutes(1)))
final class TurnsTests: Sendable {
  private let turns = Turns()
  private let counts = Lock((present: 0, most: 0, all: 0))

  private func work() async throws {
    try await turns.run { () async throws(Problem) in
      counts.withLock { counts in
        counts.present += 1
        counts.most = max(counts.most, counts.present)
      }
      await Task.yield()
      counts.withLock { counts in
        counts.present -= 1
        counts.all += 1
      }
    }
  }

  @Test("However many ask at once, each has its turn alone")
  func alone() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<100 { group.addTask { try await self.work() } }
      try await group.waitForAll()
    }
    #expect(counts.withLock { $0.most } == 1)
    #expect(counts.withLock { $0.all } == 100)
  }

  @Test("What has different names goes on at the same time")
  func names() async throws {
    let (release, hold) = AsyncStream.makeStream(of: Void.self)
    let (begun, beginning) = AsyncStream.makeStream(of: Void.self)
    async let held: Void = turns.run(for: "a") { () async throws(Problem) in
      beginning.finish()
      for await _ in release {}
    }
    for await _ in begun {}
    try await turns.run(for: "b") { () async throws(Problem) in hold.finish() }
    try await held
  }

  @Test("Whoever fails, or is cancelled while they wait, keeps nobody else waiting")
  func cancelled() async throws {
    await #expect(throws: Problem.self) {
      try await turns.run { () async throws(Problem) in throw .notFound }
    }
    let (release, hold) = AsyncStream.makeStream(of: Void.self)
    let (begun, beginning) = AsyncStream.makeStream(of: Void.self)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        try await self.turns.run { () async throws(Problem) in
          beginning.finish()
          for await _ in release {}
        }
      }
      for await _ in begun {}
      let waiting = Task { try await self.work() }
      waiting.cancel()
      await #expect(throws: Problem.self) { try await waiting.value }
      hold.finish()
      try await group.waitForAll()
    }
    try await work()
    #expect(counts.withLock { $0.all } == 1)
  }
}
