internal import NetwatchCore
internal import NetwatchJobs
internal import NetwatchSQLiteStores

/// An event as it is sent: encoded once, whoever it goes to.
///
/// An event of a job is encoded when somebody first gets it: most of them go to nobody.
struct EncodedEvent: Sendable {
  private enum Content: Sendable {
    case text([UInt8])
    case job(JobEventText)
  }

  let id: Int64

  /// Nil where events were lost.
  let type: EventType?

  /// Whether states are all that was not lost.
  let sparesStates: Bool

  /// Whose job it is about, if anybody's.
  let owner: String?

  private let content: Content

  /// The present state, where events were lost: behind it, for those who want states.
  let state: [UInt8]

  /// Encodes an event.
  ///
  /// - Parameters:
  ///   - record: The event.
  ///   - present: The state at that moment, as JSON; nil where none is known.
  init(_ record: HistoryRecord, present: [UInt8]?) {
    id = record.id
    sparesStates = record.event == .interruption
    switch record.event {
    case .state(let entry):
      (type, owner, state) = (.state, nil, [])
      content = .text(EventText.event("state", id: id, json: entry.json))
    case .job(let transition):
      (type, owner, state) = (.job, transition.owner, [])
      content = .job(JobEventText(id, transition, record.time))
    case .probe(let report):
      (type, owner, state) = (.probe, nil, [])
      content = .text(EventText.event("probe", id: id, json: EventText.json(report, record.time)))
    case .gap, .interruption:
      (type, owner) = (nil, nil)
      content = .text(EventText.reset(record.event.loss ?? "", id: record.id))
      state = present.map { EventText.event("state", id: record.id, json: $0) } ?? []
    }
  }
}

extension EncodedEvent {
  /// What is sent.
  var bytes: [UInt8] {
    switch content {
    case .text(let bytes): bytes
    case .job(let text): text.bytes
    }
  }

  /// How many bytes are kept of it, more or less.
  var size: Int {
    switch content {
    case .text(let bytes): bytes.count + state.count
    case .job(let text): text.size
    }
  }

  /// Encodes events that follow each other.
  ///
  /// - Parameters:
  ///   - records: The events.
  ///   - present: The state before them, as JSON, and then the one after them; nil where none is known.
  /// - Returns: The events, in their order.
  static func encoded(_ records: [HistoryRecord], present: inout [UInt8]?) -> [EncodedEvent] {
    records.indices.map { index in
      if case .state(let entry) = records[index].event { present = entry.json }
      // A state that comes next is the present one, and need not be sent twice.
      let next = index + 1 < records.count ? records[index + 1].event.kind : nil
      return EncodedEvent(records[index], present: next == .state ? nil : present)
    }
  }
}

extension HistoryEvent {
  /// Why events are missing, in words; nil where this does not say that some are.
  var loss: String? {
    switch self {
    case .gap(let reason): reason
    case .interruption:
      "the service was interrupted: what happened to jobs at last may be missing"
    case .state, .job, .probe: nil
    }
  }
}
