/// Tells somebody how a transfer comes along, not too often.
struct ProgressMeter {
  private static let interval = Duration.milliseconds(50)

  private let handler: @Sendable (CurlProgress) -> Void
  private var last = ContinuousClock.now

  init(_ handler: @escaping @Sendable (CurlProgress) -> Void) {
    self.handler = handler
  }

  /// libcurl says how far it is, as often as it looks.
  mutating func progressed(_ progress: CurlProgress) {
    let now = ContinuousClock.now
    guard now - last >= Self.interval else { return }
    last = now
    handler(progress)
  }

  func ended(_ progress: CurlProgress) {
    handler(progress)
  }
}
