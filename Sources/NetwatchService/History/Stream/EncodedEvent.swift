internal import NetwatchCore
internal import NetwatchJobs
internal import NetwatchSQLiteStores

/// An event as it is sent: encoded once, whoever it goes to.
struct EncodedEvent: Sendable {
  let id: Int64

  /// Nil where events were lost: that goes to everybody.
  let type: EventType?

  /// Whose job it is about, if anybody's.
  let owner: String?

  /// What is sent.
  let bytes: [UInt8]

  /// The present state, where events were lost: behind it, for those who want states.
  let state: [UInt8]

  /// Encodes an event.
  ///
  /// - Parameters:
  ///   - record: The event.
  ///   - present: The state at that moment, as JSON; nil where none is known.
  init(_ record: HistoryRecord, present: [UInt8]?) {
    id = record.id
    switch record.event {
    case .state(let entry):
      (type, owner, state) = (.state, nil, [])
      bytes = EventText.event("state", id: id, json: entry.json)
    case .job(let transition):
      (type, owner, state) = (.job, transition.owner, [])
      bytes = EventText.event("job", id: id, json: EventText.json(transition, record.time))
    case .probe(let report):
      (type, owner, state) = (.probe, nil, [])
      bytes = EventText.event("probe", id: id, json: EventText.json(report, record.time))
    case .gap(let reason):
      (type, owner) = (nil, nil)
      bytes = EventText.reset(reason, id: record.id)
      state = present.map { EventText.event("state", id: record.id, json: $0) } ?? []
    }
  }
}
