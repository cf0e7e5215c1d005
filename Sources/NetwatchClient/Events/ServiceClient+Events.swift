extension ServiceClient {
  /// What the service tells as it happens.
  ///
  /// - Parameters:
  ///   - id: The ``ServiceEvent/id`` of the last event that is known, to go on behind it; nil to begin
  ///     with the present state.
  ///   - types: What to be told of.
  /// - Returns: The events.
  public func events(
    after id: String? = nil,
    types: Set<ServiceEventType> = [.state, .job]
  ) -> ServiceEvents {
    ServiceEvents(client: self, types: types, id: id)
  }

  /// The state of the connection: now, and after every change; endless.
  ///
  /// It goes on by itself where the service is restarted, as ``ServiceEvents`` does.
  ///
  /// - Returns: The states.
  public func states() -> some AsyncSequence<ServiceState, any Error> & Sendable {
    events(types: [.state]).compactMap { event in
      if case .state(let state) = event.content { state } else { nil }
    }
  }
}
