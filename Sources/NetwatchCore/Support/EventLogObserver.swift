/// The place of one observer in an ``EventLog``; letting go of it ends the observation.
package final class EventLogObserver<Event: Sendable>: Sendable {
  @usableFromInline let buffer: EventBuffer<Event>
  private let cancel: @Sendable () -> Void

  init(buffer: EventBuffer<Event>, cancel: @escaping @Sendable () -> Void) {
    self.buffer = buffer
    self.cancel = cancel
  }

  deinit {
    cancel()
  }

  /// The next event, or `nil` when the log has ended or the task is cancelled and nothing is left.
  @inlinable package func next() async -> Event? {
    while true {
      // Looked at before the events are: what came before the end is still to be taken.
      let hasFinished = buffer.hasFinished
      if let event = buffer.take() { return event }
      if hasFinished || Task.isCancelled { return nil }
      await buffer.filled()
    }
  }
}
