/// A server that a fleet comes back to: what does not fit into its queue it refuses with HTTP 503, and
/// to refuse costs a tenth of what it costs to serve.
///
/// It works on one thing at a time, in order. A refusal is answered at once, but its cost delays what
/// is served after it.
package struct FleetServer {
  /// The steps that a request and its answer take on their way, together.
  package static let roundTrip = 5

  /// The nanoseconds of work that it takes on.
  private let queue: Int64
  /// The nanoseconds that it takes to serve a request.
  private let service: Int64
  private var busyUntil: Int64 = 0

  package private(set) var served = 0
  package private(set) var refused = 0

  /// Creates an idle server.
  ///
  /// - Parameters:
  ///   - rate: The requests that it can serve in a second.
  ///   - queue: The milliseconds of work that it takes on before it refuses.
  package init(rate: Int64, queue: Int64 = 1000) {
    service = 1_000_000_000 / rate
    self.queue = queue * 1_000_000
  }

  /// A request has come.
  ///
  /// - Returns: Whether it is served, and the step in which the client has the answer.
  package mutating func requested(at step: Int) -> (isServed: Bool, answer: Int) {
    let now = Int64(step) * FleetAgenda<Void>.step
    let start = max(busyUntil, now)
    guard start - now < queue else {
      refused += 1
      busyUntil = start + service / 10
      return (false, step + Self.roundTrip)
    }
    served += 1
    busyUntil = start + service
    let end = (busyUntil + FleetAgenda<Void>.step - 1) / FleetAgenda<Void>.step
    return (true, Int(end) + Self.roundTrip)
  }
}
