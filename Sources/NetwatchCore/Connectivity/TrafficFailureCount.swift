/// Counts failures of real traffic that no success has answered.
struct TrafficFailureCount: Sendable {
  private struct Failure: Sendable {
    var destination: String
    var instant: BootInstant
  }

  private static let window = Duration.seconds(30)
  /// More than these are not needed for the decision, so more are not kept.
  private static let limit = 16

  private var failures: [Failure] = []

  /// Whether three failures at two destinations came together.
  var isDecisive: Bool {
    failures.count >= 3 && Set(failures.map(\.destination)).count >= 2
  }

  mutating func failed(at destination: String, at now: BootInstant) {
    failures.removeAll { $0.instant.duration(to: now) > Self.window }
    if failures.count >= Self.limit { failures.removeFirst() }
    failures.append(Failure(destination: destination, instant: now))
  }

  mutating func succeeded() {
    failures = []
  }
}
