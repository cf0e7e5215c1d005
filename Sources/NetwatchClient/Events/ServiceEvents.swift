import NetwatchCore
import NetwatchHTTP

/// The service's events, as they happen; endless.
///
/// A stream that breaks is begun again by itself, behind the last event that was read, with growing
/// pauses up to 30 s, as often as it takes: none is missed and none comes twice, unless a
/// ``ServiceEvent/Content/reset(reason:)`` says so. Nothing is read ahead beyond 256 KiB, so that who
/// reads slowly is told by an ``ServiceEvent/Content/overflow(reason:)``. Each iteration is a stream of
/// its own.
public struct ServiceEvents: AsyncSequence, Sendable {
  fileprivate let client: ServiceClient
  fileprivate let types: [ServiceEventType]
  fileprivate let id: String?

  init(client: ServiceClient, types: Set<ServiceEventType>, id: String?) {
    self.client = client
    self.types = ServiceEventType.allCases.filter(types.contains)
    self.id = id
  }

  /// Begins a stream; nothing is asked before the first event is awaited.
  public func makeAsyncIterator() -> Iterator {
    Iterator(self)
  }

  /// Reads events.
  public struct Iterator: AsyncIteratorProtocol {
    private let events: ServiceEvents
    private var position: String
    private var stream: OpenEventStream?
    private var reconnection = EventReconnection()

    /// How long to wait before the next try; nil before the first.
    private var pause: Duration?
    private var isKnownBroken = false
    private var isOver = false

    fileprivate init(_ events: ServiceEvents) {
      self.events = events
      position = events.id ?? ""
    }

    /// The next event; nil only after an error was thrown.
    ///
    /// - Throws: ``ServiceError`` where trying again would not help: the service refuses, is no such
    ///   service, or does not let this process in; `CancellationError` when the task is cancelled.
    public mutating func next() async throws -> ServiceEvent? {
      if isOver { return nil }
      do {
        while true {
          if let event = try await step() { return event }
        }
      } catch {
        (stream, isOver) = (nil, true)
        throw error
      }
    }

    /// Goes on by one step, which need not bring an event.
    private mutating func step() async throws -> ServiceEvent? {
      do {
        guard stream != nil else { return try await connect() }
        return try await read()
      } catch let error as ServiceError where error.isPassing {
        return broke(error)
      }
    }

    private mutating func connect() async throws -> ServiceEvent {
      if let pause { try await ContinuousClock().sleepFully(for: pause) }
      stream = try await events.client.openEvents(events.types, after: position)
      isKnownBroken = false
      return ServiceEvent(id: position, content: .connected)
    }

    private mutating func read() async throws -> ServiceEvent? {
      let message = try await stream?.next()
      if let milliseconds = stream?.retryMilliseconds { reconnection.asked(for: milliseconds) }
      position = stream?.lastEventID ?? position
      guard let message else {
        throw ServiceError(.noAnswer, "the stream of events of \(events.client.place) ended")
      }
      reconnection.progressed()
      position = message.lastEventID
      return ServiceEvent(message)
    }

    private mutating func broke(_ error: ServiceError) -> ServiceEvent? {
      stream = nil
      pause = reconnection.broke(minimum: error.retryAfter)
      defer { isKnownBroken = true }
      return isKnownBroken ? nil : ServiceEvent(id: position, content: .disconnected(error))
    }
  }
}

extension ServiceError {
  /// Whether the same may go well later.
  fileprivate var isPassing: Bool {
    switch kind {
    case .notRunning, .noAnswer: true
    case .refused: status.map { NetworkErrorType.status($0).isRetryable } ?? false
    case .notPermitted, .notUnderstood, .invalid: false
    }
  }
}
