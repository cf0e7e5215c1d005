/// An event of a stream, as it was sent (WHATWG HTML, section 9.2.6).
struct EventStreamMessage: Hashable {
  /// The kind of event; `message` where it was sent without.
  var type: String

  /// What it says.
  var data: String

  /// The newest id of the stream; empty where none was sent.
  var lastEventID: String
}
