package import NetwatchCore

/// A state, and the object that stands for it in the API.
package struct StateSnapshot: Sendable {
  /// The state.
  package let state: ConnectivityState

  /// What `GET /v1/state` answers, on one line and without its end.
  package let json: [UInt8]

  package init(state: ConnectivityState, json: [UInt8]) {
    (self.state, self.json) = (state, json)
  }
}
