internal import NetwatchCore

/// The one moment that a loop waits for.
struct LoopTimer: Sendable {
  var deadline: BootInstant
  var tolerance: Duration
  var handler: @Sendable () -> Void
}
