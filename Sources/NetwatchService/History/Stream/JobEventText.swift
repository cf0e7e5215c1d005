internal import NetwatchCore
internal import NetwatchJobs

/// The text of an event of a job, made when it is first asked for.
final class JobEventText: Sendable {
  private let id: Int64
  private let transition: JobTransition
  private let time: WallTime
  private let text = Lock<[UInt8]?>(nil)

  init(_ id: Int64, _ transition: JobTransition, _ time: WallTime) {
    (self.id, self.transition, self.time) = (id, transition, time)
  }

  /// What is sent.
  var bytes: [UInt8] {
    text.withLock { text in
      if let text { return text }
      let bytes = EventText.event("job", id: id, json: EventText.json(transition, time))
      text = bytes
      return bytes
    }
  }

  /// How many bytes it will have, more or less: nothing in it has to be escaped as a rule.
  var size: Int {
    let texts = [transition.destination, transition.reason, transition.owner ?? ""]
    return texts.reduce(150) { $0 + $1.utf8.count }
  }
}
