import NetwatchCore

/// The answers that calls got, as they come; nil for a call that just returns.
final class HeardAnswers: Sendable {
  private let state = Lock<[UInt64: SourceAnswer?]>([:])

  var answers: [UInt64: SourceAnswer?] { state.withLock(\.self) }

  func note(_ id: UInt64, _ answer: SourceAnswer?) {
    state.withLock { _ = $0.updateValue(answer, forKey: id) }
  }
}
