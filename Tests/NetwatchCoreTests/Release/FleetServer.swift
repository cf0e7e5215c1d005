/// A server that a fleet comes back to: whatever does not fit into its queue it refuses, and to
/// refuse costs a tenth of what it costs to serve.
struct FleetServer {
  /// Requests served a second.
  let rate: Double
  /// The seconds of work that it takes on.
  let queue = 1.0

  private var busyUntil = 0.0

  init(rate: Double) {
    self.rate = rate
  }

  /// A request has come.
  ///
  /// - Returns: Whether it is served, and in which hundredth of a second it is answered.
  mutating func requested(at step: Int) -> (isServed: Bool, answer: Int) {
    let now = Double(step) / 100
    let start = max(busyUntil, now)
    guard start - now < queue else {
      busyUntil = start + 0.1 / rate
      return (false, step + 5)
    }
    busyUntil = start + 1 / rate
    return (true, Int(busyUntil * 100) + 5)
  }
}
