internal import NetwatchCore
internal import NetwatchJobs
internal import NetwatchText

/// Server-sent events as text (https://html.spec.whatwg.org/multipage/server-sent-events.html).
///
/// Nothing that comes from outside gets out of its line: data is JSON, in which no line ends.
enum EventText {
  /// Has the client wait so long before it comes back, in milliseconds.
  static let retry = Array("retry: 2000\n\n".utf8)

  /// What keeps a connection from looking dead.
  static let comment = Array(":\n\n".utf8)

  /// An event.
  ///
  /// - Parameters:
  ///   - name: Its name, of this program's own making.
  ///   - id: Its id; nil where the client is to keep the one that it has.
  ///   - json: Its data.
  /// - Returns: The text.
  static func event(_ name: String, id: Int64?, json: [UInt8]) -> [UInt8] {
    var text = TextBuffer()
    if let id { text.append("id: \(id)\n") }
    text.append("event: \(name)\ndata: ")
    // A blank is as good to JSON as the end of a line.
    let line = json.contains(where: isLineEnd) ? json.map { isLineEnd($0) ? 0x20 : $0 } : json
    return text.bytes + line + [0x0A, 0x0A]
  }

  private static func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

  /// What has the client take over an id without an event.
  static func position(_ id: Int64) -> [UInt8] { Array(":\nid: \(id)\n\n".utf8) }

  /// What tells the client that events are missing.
  static func reset(_ reason: String, id: Int64?) -> [UInt8] {
    event("reset", id: id, json: json(reason: reason))
  }

  /// What a client is told last that takes less than it is sent.
  static let overflow = event(
    "overflow",
    id: nil,
    json: json(reason: "the client takes less than it is sent")
  )

  /// What a client is told last when the service ends.
  static let stopping = event("stopping", id: nil, json: json(reason: "the service is stopping"))

  private static func json(reason: String) -> [UInt8] {
    object { $0.member("reason", reason) }
  }

  /// A change of a job.
  static func json(_ transition: JobTransition, _ time: WallTime) -> [UInt8] {
    object { json in
      json.member("time", time)
      json.member("id", transition.id.rawValue)
      json.member("kind", transition.kind)
      json.member("destination", transition.destination)
      if let owner = transition.owner { json.member("owner", owner) }
      if let from = transition.from { json.member("from", from.description) }
      json.member("to", transition.to.description)
      if !transition.reason.isEmpty { json.member("reason", transition.reason) }
    }
  }

  /// An outcome of a probe.
  static func json(_ report: ProbeReport, _ time: WallTime) -> [UInt8] {
    object { json in
      json.member("time", time)
      json.members(report, hasTimings: true)
    }
  }

  private static func object(_ fill: (inout TextBuffer) -> Void) -> [UInt8] {
    var json = TextBuffer()
    json.beginObject()
    fill(&json)
    json.endObject()
    return json.bytes
  }
}
