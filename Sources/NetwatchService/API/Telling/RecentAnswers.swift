internal import NetwatchCore
internal import NetwatchHTTPServer
internal import NetwatchSystem

/// Answers that are given for a while, so that nobody can have them made as often as they like.
///
/// One is made at a time; whoever asks the same meanwhile gets it too. Those who wait sleep until then.
final class RecentAnswers: Sendable {
  private struct Kept: Sendable {
    let question: String
    let answer: ServerResponse
    let end: BootInstant
  }

  private struct State: Sendable {
    /// The oldest first.
    var kept: [Kept] = []

    /// What is being answered.
    var question: String?

    /// How many wait to have something else answered.
    var waiting = 0
  }

  private enum Step: Sendable {
    case known(ServerResponse)
    case make
    case wait(isSame: Bool)
  }

  private let state = Lock(State())

  /// An answer was made, or was not to be had.
  let endings = Endings()
  private let clocks: SystemClocks
  private let duration: Duration
  private let keptLimit: Int
  private let waitingLimit: Int

  /// Creates a place for answers.
  ///
  /// - Parameters:
  ///   - clocks: What time it is.
  ///   - duration: How long an answer is given after it was made.
  ///   - keptLimit: How many answers are kept.
  ///   - waitingLimit: How many can wait for the end of an answer to another question.
  init(
    clocks: SystemClocks,
    duration: Duration = .seconds(1),
    keptLimit: Int = 1,
    waitingLimit: Int = .max
  ) {
    (self.clocks, self.duration) = (clocks, duration)
    (self.keptLimit, self.waitingLimit) = (keptLimit, waitingLimit)
  }

  /// The answer, made where the last one is too old.
  ///
  /// - Parameters:
  ///   - question: What is asked.
  ///   - make: Makes the answer.
  /// - Returns: The answer.
  /// - Throws: ``Problem``: what `make` throws; 429 where too many wait already; ``Problem/stopping``, at
  ///   once, where the task is cancelled while it waits.
  func answer(
    to question: String = "",
    _ make: () async throws(Problem) -> ServerResponse
  ) async throws(Problem) -> ServerResponse {
    var isCounted = false
    defer { if isCounted { state.withLock { $0.waiting -= 1 } } }
    while true {
      let ending = endings.latest
      switch step(question) {
      case .known(let answer): return answer
      case .make: return try await made(question, make)
      case .wait(let isSame):
        if !isSame, !isCounted {
          try enterQueue()
          isCounted = true
        }
        do { try await endings.next(after: ending) } catch { throw .stopping }
      }
    }
  }

  private func step(_ question: String) -> Step {
    let now = clocks.boot()
    return state.withLock { state in
      state.kept.removeAll { $0.end <= now }
      if let kept = state.kept.first(where: { $0.question == question }) {
        return .known(kept.answer)
      }
      if let other = state.question { return .wait(isSame: other == question) }
      state.question = question
      return .make
    }
  }

  private func enterQueue() throws(Problem) {
    let hasRoom = state.withLock { state in
      guard state.waiting < waitingLimit else { return false }
      state.waiting += 1
      return true
    }
    if !hasRoom { throw .later(429, "Too many others ask for this at present.") }
  }

  private func made(
    _ question: String,
    _ make: () async throws(Problem) -> ServerResponse
  ) async throws(Problem) -> ServerResponse {
    defer {
      state.withLock { $0.question = nil }
      endings.announce()
    }
    let answer = try await make()
    // From now on: it may have taken longer than it is kept.
    let end = clocks.boot().advanced(by: duration)
    state.withLock { state in
      state.kept.append(Kept(question: question, answer: answer, end: end))
      state.kept.removeFirst(max(state.kept.count - keptLimit, 0))
    }
    return answer
  }
}
