internal import NetwatchCore
internal import NetwatchHTTPServer

/// The present state, with the answer that says it.
struct PresentState: Sendable {
  let snapshot: StateSnapshot
  let response: ServerResponse

  init(_ snapshot: StateSnapshot) {
    self.snapshot = snapshot
    response = .json(snapshot.json + [UInt8(ascii: "\n")])
  }
}
