import NetwatchCore

/// A moment on the two clocks of a store: one for what is due, one for display and for ages.
struct StoreMoment: Hashable, Sendable {
  var boot: BootInstant
  var wall: WallTime

  /// How long until another moment; zero where it has passed.
  func remaining(until other: BootInstant) -> Duration { max(boot.duration(to: other), .zero) }
}
