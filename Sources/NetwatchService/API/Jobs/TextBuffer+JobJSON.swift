internal import NetwatchCore
internal import NetwatchJobs
internal import NetwatchText

extension TextBuffer {
  /// Appends what a list says of a job.
  mutating func members(of job: Job, isParked: Bool) {
    let options = job.options
    member("id", job.id.rawValue)
    member("kind", job.kind)
    member("destination", options.destination)
    if let owner = options.owner { member("owner", owner) }
    member("state", job.state.description)
    member("parked", isParked)
    member("priority", options.priority.description)
    member("requirement", options.requirement.description)
    member("attempt", job.attempt)
    member("created", job.created)
    if job.state == .waiting, let remaining = job.remaining {
      member("dueSeconds", seconds: remaining)
    }
    if let finished = job.finished { member("finished", finished) }
    if let reason = job.reason { member("reason", reason) }
    if let key = StoredKey.given(job) { member("uniqueKey", key) }
    if let last = job.history.attempts.records.last { member("lastFailure", last.failure) }
  }

  /// Appends what a job does, without anything that may be a secret.
  mutating func members(of description: JobDescription) {
    switch description {
    case .http(let method, let url, let names, let bodyBytes):
      object("http") { json in
        json.member("method", method)
        json.member("url", url)
        json.array("headers") { json in for name in names { json.element(name) } }
        json.member("bodyBytes", bodyBytes)
      }
    case .exec(let template, let arguments):
      object("exec") { json in
        json.member("template", template)
        json.object("arguments") { json in
          for argument in arguments { json.member(argument.name, argument.value) }
        }
      }
    case .unreadable: break
    }
  }

  /// Appends the failed attempts.
  mutating func members(of attempts: JobAttempts) {
    array("attempts") { json in
      for attempt in attempts.records {
        json.beginObject()
        json.member("number", attempt.number)
        json.member("time", WallTime(milliseconds: attempt.time))
        json.member("failure", attempt.failure)
        json.member("reason", attempt.reason)
        json.endObject()
      }
    }
    member("omittedAttempts", attempts.omitted)
  }

  /// Appends the changes of state.
  mutating func members(of transitions: [RecordedTransition]) {
    array("transitions") { json in
      for transition in transitions {
        json.beginObject()
        json.member("time", transition.time)
        if let from = transition.from { json.member("from", from.description) }
        json.member("to", transition.to.description)
        if !transition.reason.isEmpty { json.member("reason", transition.reason) }
        json.endObject()
      }
    }
  }

  /// Appends a key and a duration in seconds, to the millisecond; zero where it has passed.
  mutating func member(_ name: String, seconds: Duration) {
    let milliseconds = max(seconds.clampedNanoseconds, 0) / 1_000_000
    key(name)
    append(milliseconds / 1000)
    append(byte: UInt8(ascii: "."))
    append(milliseconds % 1000, width: 3)
  }
}
