/// What happens while a command is run.
enum RunEvent: Equatable, Sendable {
  /// An attempt began, as this process.
  case attemptStarted(Int, pid: Int32)

  /// An attempt ended.
  case attemptEnded(FinishedAttempt)

  /// The next attempt waits for connectivity, which lacks for this reason; the attempt is the one that
  /// failed for it, or `nil` before the first.
  case waiting(after: FinishedAttempt?, explanation: String)

  /// Connectivity was waited for so long, and is there.
  case connected(after: Duration)

  /// The next attempt comes after a delay, drawn from zero to the window.
  case backoff(after: FinishedAttempt, delay: Duration, window: Duration)

  /// A signal came; it was passed on to this process, or to none.
  case signalReceived(Int32, passedTo: Int32?)

  /// The time that was allowed is over; the program still runs as this process, or none does.
  case deadlinePassed(Duration, running: Int32?)

  /// There will be no further attempt; the attempt is the last one, or `nil` where there was none.
  case gaveUp(GiveUpReason, after: FinishedAttempt?, status: ExitStatus)
}

/// Why there is no further attempt.
enum GiveUpReason: Equatable, Sendable {
  /// The status is none of those that are retried.
  case notRetried

  /// As many attempts were made as are allowed.
  case attempts

  /// The time is over.
  case deadline

  /// A signal asked to end.
  case signal(Int32)

  /// The program cannot be started.
  case cannotRun(ProgramError)
}
