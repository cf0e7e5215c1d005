internal import NetwatchCore
internal import NetwatchSystem

extension RunEvent {
  /// The event as a sentence for people, or `nil` where it is not worth one.
  ///
  /// How an attempt failed is said together with what follows from it.
  func sentence(_ verbosity: Verbosity) -> String? {
    if case .gaveUp(.cannotRun(let error), _, _) = self { return error.description }
    switch verbosity {
    case .quiet: return nil
    case .normal: return sentence
    case .verbose: return sentence.map { $0 + (detail ?? "") } ?? detail
    }
  }

  private var sentence: String? {
    switch self {
    case .attemptStarted, .attemptEnded, .signalReceived: nil
    case .waiting(let attempt?, let explanation):
      "\(attempt); waiting for connectivity: \(explanation)"
    case .waiting(nil, let explanation): "waiting for connectivity: \(explanation)"
    case .connected(let time): "connected after \(Self.text(time))"
    case .backoff(let attempt, .zero, _): "\(attempt); next at once"
    case .backoff(let attempt, let delay, _): "\(attempt); next in \(Self.text(delay))"
    case .deadlinePassed(let deadline, nil):
      "the deadline of \(DurationText.text(deadline)) has passed"
    case .deadlinePassed(let deadline, .some):
      "the deadline of \(DurationText.text(deadline)) has passed; ending the command"
    case .gaveUp(let reason, let attempt, _): attempt.flatMap { reason.sentence(after: $0) }
    }
  }

  /// What more there is to say.
  private var detail: String? {
    switch self {
    case .attemptStarted(let number, let pid): "attempt \(number) runs as process \(pid)"
    case .attemptEnded(let attempt) where attempt.end == .exited(0):
      "\(attempt) after \(Self.text(attempt.duration))"
    case .attemptEnded(let attempt):
      "attempt \(attempt.number) took \(Self.text(attempt.duration))"
    case .backoff(_, _, .zero): nil
    case .backoff(_, _, let window): ", drawn from 0 to \(Self.text(window))"
    case .signalReceived(let signal, let pid?):
      "\(SignalText.text(signal)) is passed on to process \(pid)"
    case .signalReceived(let signal, nil): "\(SignalText.text(signal)) came"
    case .waiting, .connected, .deadlinePassed, .gaveUp: nil
    }
  }

  /// A time as people say it: in milliseconds below a second, else in seconds to a tenth.
  static func text(_ duration: Duration) -> String {
    let milliseconds = (duration.clampedNanoseconds + 500_000) / 1_000_000
    guard milliseconds >= 1000 else { return "\(milliseconds)ms" }
    let tenths = (milliseconds + 50) / 100
    return "\(tenths / 10).\(tenths % 10)s"
  }
}

extension GiveUpReason {
  fileprivate func sentence(after attempt: FinishedAttempt) -> String? {
    switch self {
    case .notRetried: "\(attempt), which is not retried"
    case .attempts: "\(attempt); no attempts are left"
    case .deadline, .signal, .cannotRun: nil
    }
  }
}
