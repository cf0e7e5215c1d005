import NetwatchCore
import NetwatchHTTPServer
import NetwatchSystem
import NetwatchTestSupport
import Testing

@testable import NetwatchService

@Suite("Answers that are kept for a while", .timeLimit(.minutes(1)))
struct RecentAnswersTests {
  /// Makes answers when it is let, and counts them.
  private final class Maker: Sendable {
    private struct State {
      var begun = 0
      var isOpen = false
    }

    private let state = Lock(State())

    var begun: Int { state.withLock { $0.begun } }
    func open() { state.withLock { $0.isOpen = true } }

    func make() async throws(Problem) -> ServerResponse {
      let number = state.withLock { state in
        state.begun += 1
        return state.begun
      }
      do {
        try await eventually(within: .seconds(20), every: .milliseconds(1)) {
          state.withLock { $0.isOpen }
        }
      } catch {
        throw .stopping
      }
      return ServerResponse(status: 200 + number, headers: [], body: .bytes([]))
    }
  }

  private let maker = Maker()

  private func ask(_ answers: RecentAnswers, _ question: String = "") async -> Int {
    do throws(Problem) {
      return try await answers.answer(to: question) { () async throws(Problem) in
        try await maker.make()
      }.status
    } catch {
      return error.status
    }
  }

  @Test("Whoever asks the same while the answer is made gets that one")
  func singleFlight() async throws {
    let answers = RecentAnswers(clocks: .kernel, duration: .seconds(3_600), waitingLimit: 0)
    async let first = ask(answers)
    try await eventually(within: .seconds(20)) { maker.begun == 1 }
    async let second = ask(answers)
    async let third = ask(answers)
    try await eventually(within: .seconds(20)) { answers.endings.waiterCount == 2 }
    maker.open()
    let statuses = await [first, second, third]
    #expect(statuses == [201, 201, 201])
    #expect(maker.begun == 1)
  }

  @Test("Other questions wait for their turn, and beyond so many are refused")
  func queue() async throws {
    let answers = RecentAnswers(
      clocks: .kernel,
      duration: .seconds(3_600),
      keptLimit: 2,
      waitingLimit: 1
    )
    async let first = ask(answers, "a")
    try await eventually(within: .seconds(20)) { maker.begun == 1 }
    let refused = Lock(false)
    let ask: @Sendable (String) async -> Int = { question in
      let status = await self.ask(answers, question)
      if status == 429 { refused.withLock { $0 = true } }
      return status
    }
    async let second = ask("b")
    async let third = ask("c")
    // Only then: until the first is answered, nobody's turn comes.
    try await eventually(within: .seconds(20)) { refused.withLock { $0 } }
    #expect(maker.begun == 1)
    maker.open()
    let statuses = await [first, second, third]
    #expect(statuses[0] == 201)
    #expect(statuses[1...].sorted() == [202, 429])
  }

  @Test("Who waits sleeps until the answer is there, and many who ask the same have it made once")
  func sleeping() async throws {
    let looks = Lock(0)
    var clocks = SystemClocks.kernel
    clocks = SystemClocks(
      boot: { [clocks] in
        looks.withLock { $0 += 1 }
        return clocks.boot()
      },
      monotonic: clocks.monotonic,
      wall: clocks.wall
    )
    let answers = RecentAnswers(clocks: clocks, duration: .seconds(3_600), waitingLimit: 0)
    let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<100 { group.addTask { await self.ask(answers) } }
      // Each has looked once.
      try await eventually(within: .seconds(20)) { looks.withLock { $0 } == 100 }
      try await Task.sleep(for: .milliseconds(100))
      #expect(looks.withLock { $0 } == 100)
      maker.open()
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(statuses == Array(repeating: 201, count: 100))
    #expect(maker.begun == 1)
  }

  @Test("Who is cancelled while they wait is answered at once, and makes room for another")
  func cancelled() async throws {
    let answers = RecentAnswers(clocks: .kernel, duration: .seconds(3_600), waitingLimit: 1)
    async let first = ask(answers, "a")
    try await eventually(within: .seconds(20)) { maker.begun == 1 }
    for _ in 0..<3 {
      let status = try await withThrowingTaskGroup(of: Int.self) { group in
        group.addTask { await self.ask(answers, "b") }
        try await eventually(within: .seconds(20)) { answers.endings.waiterCount == 1 }
        group.cancelAll()
        return try await group.next()
      }
      #expect(status == 503)
    }
    maker.open()
    #expect(await first == 201)
    #expect(await ask(answers, "b") == 202)
  }

  @Test("An answer is kept for its time from when it is there, and then made anew")
  func time() async {
    let now = Lock<Int64>(0)
    let clocks = SystemClocks(
      boot: { BootInstant(nanoseconds: now.withLock { $0 } * 1_000_000_000) },
      monotonic: { now.withLock { $0 } * 1_000_000_000 },
      wall: { WallTime(seconds: now.withLock { $0 }, nanoseconds: 0) }
    )
    let answers = RecentAnswers(clocks: clocks, duration: .seconds(5))
    maker.open()
    let slow = try? await answers.answer { () async throws(Problem) in
      now.withLock { $0 += 60 }
      return try await maker.make()
    }
    #expect(slow?.status == 201)
    now.withLock { $0 += 4 }
    #expect(await ask(answers) == 201)
    now.withLock { $0 += 1 }
    #expect(await ask(answers) == 202)
  }
}
