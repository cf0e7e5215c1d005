/// Published states in order, the current one first, as one observer sees them.
///
/// It is for one consumer: two that iterate it share the states between them. It buffers 1,024 states,
/// and a consumer that falls behind by more loses the oldest. It ends when the manager stops watching,
/// or when the task that iterates it is cancelled.
public struct ConnectivityStates: AsyncSequence, Sendable {
  /// One published state.
  public typealias Element = ConnectivityState

  /// Observing never fails.
  public typealias Failure = Never

  private let observer: EventLogObserver<ConnectivityState>

  package init(_ observer: EventLogObserver<ConnectivityState>) {
    self.observer = observer
  }

  /// Starts, or goes on, where the last iteration stopped.
  public func makeAsyncIterator() -> Iterator { Iterator(observer: observer) }
}

extension ConnectivityStates {
  /// The consumer's side.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let observer: EventLogObserver<ConnectivityState>

    /// The next state, or `nil` at the end.
    public mutating func next() async -> ConnectivityState? {
      await observer.next()
    }

    /// The next state, or `nil` at the end.
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async -> ConnectivityState? {
      await observer.next()
    }
  }
}

@available(*, unavailable)
extension ConnectivityStates.Iterator: Sendable {}
