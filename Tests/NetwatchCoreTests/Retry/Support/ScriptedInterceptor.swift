import NetwatchCore

extension RetryInterceptor {
  /// An interceptor that notes what it is told and asked, and answers by a closure.
  static func noting(
    _ id: String,
    in notes: Notes,
    decide: @escaping @Sendable (RetryQuestion) -> RetryDecision = { _ in .noOpinion() }
  ) -> RetryInterceptor {
    RetryInterceptor(id: id) { attempt in
      notes.append("\(id) told of \(attempt.number)")
    } decide: { question in
      notes.append("\(id) asked at \(question.consecutiveRetries) of \(question.totalRetries)")
      return decide(question)
    }
  }
}

/// Lines in the order in which they were written.
final class Notes: Sendable {
  private let lines = Lock<[String]>([])

  var all: [String] { lines.withLock { $0 } }

  func append(_ line: String) {
    lines.withLock { $0.append(line) }
  }
}
