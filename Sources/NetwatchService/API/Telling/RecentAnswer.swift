internal import NetwatchCore
internal import NetwatchHTTPServer
internal import NetwatchSystem

/// An answer that is given for a second, so that nobody can have it made as often as they like.
final class RecentAnswer: Sendable {
  private let kept = Lock<(answer: ServerResponse, end: BootInstant)?>(nil)
  private let clocks: SystemClocks

  init(clocks: SystemClocks) {
    self.clocks = clocks
  }

  /// The answer, made where the last one is too old.
  func answer(
    _ make: () async throws(Problem) -> ServerResponse
  ) async throws(Problem) -> ServerResponse {
    let now = clocks.boot()
    if let kept = kept.withLock({ $0 }), kept.end > now { return kept.answer }
    let answer = try await make()
    kept.withLock { $0 = (answer, now.advanced(by: .seconds(1))) }
    return answer
  }
}
