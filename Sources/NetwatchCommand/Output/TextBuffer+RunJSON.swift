internal import NetwatchCore
internal import NetwatchLinux
internal import NetwatchSystem
internal import NetwatchText

extension TextBuffer {
  /// Appends what happened while a command is run as an object; times are in milliseconds.
  mutating func append(json event: RunEvent, at time: WallTime) {
    object(event.name, at: time) { $0.members(of: event) }
  }

  /// Appends a diagnostic of the monitor's as an object.
  mutating func append(diagnostic line: String, _ level: LogLevel, at time: WallTime) {
    object("diagnostic", at: time) { json in
      json.member("level", "\(level)")
      json.member("message", line)
    }
  }

  private mutating func object(
    _ event: String,
    at time: WallTime,
    _ fill: (inout TextBuffer) -> Void
  ) {
    beginObject()
    member("time", time)
    member("event", event)
    fill(&self)
    endObject()
  }

  private mutating func members(of event: RunEvent) {
    switch event {
    case .attemptStarted(let number, let pid):
      member("attempt", number)
      member("pid", pid)
    case .attemptEnded(let attempt): members(of: attempt)
    case .waiting(let attempt, let explanation):
      if let attempt { member("attempt", attempt.number) }
      member("explanation", explanation)
    case .connected(let time): member("duration", milliseconds: time)
    case .backoff(let attempt, let delay, let window):
      member("attempt", attempt.number)
      member("delay", milliseconds: delay)
      member("window", milliseconds: window)
    case .signalReceived(let signal, let pid):
      member("signal", signal)
      if let pid { member("pid", pid) }
    case .deadlinePassed(let deadline, let pid):
      member("deadline", milliseconds: deadline)
      if let pid { member("pid", pid) }
    case .gaveUp(let reason, let attempt, let status):
      if let attempt { member("attempt", attempt.number) }
      members(of: reason)
      member("status", status.rawValue)
    }
  }

  private mutating func members(of attempt: FinishedAttempt) {
    member("attempt", attempt.number)
    member("pid", attempt.pid)
    member("status", attempt.end.status.rawValue)
    if case .signalled(let signal) = attempt.end { member("signal", signal) }
    member("duration", milliseconds: attempt.duration)
  }

  private mutating func members(of reason: GiveUpReason) {
    member("reason", reason.name)
    switch reason {
    case .signal(let number): member("signal", number)
    case .cannotRun(let error): member("message", error.description)
    case .notRetried, .attempts, .deadline: break
    }
  }
}

extension RunEvent {
  fileprivate var name: String {
    switch self {
    case .attemptStarted: "attemptStarted"
    case .attemptEnded: "attemptEnded"
    case .waiting: "waiting"
    case .connected: "connected"
    case .backoff: "backoff"
    case .signalReceived: "signalReceived"
    case .deadlinePassed: "deadlinePassed"
    case .gaveUp: "gaveUp"
    }
  }
}

extension GiveUpReason {
  fileprivate var name: String {
    switch self {
    case .notRetried: "notRetried"
    case .attempts: "attempts"
    case .deadline: "deadline"
    case .signal: "signal"
    case .cannotRun: "cannotRun"
    }
  }
}
