/// What is worth keeping of the pace of a destination, so that it survives a crash and can be shared
/// by processes.
public struct DestinationPace: Hashable, Sendable {
  /// The gap; zero where there is none.
  public var gap: Duration

  /// How many attempts may be in flight: 1 while a canary or a gap stands, up to the limit else.
  public var window: Int

  /// Nothing goes before this moment; nil where nothing was ever held.
  ///
  /// It is a moment of the present boot: who stores it for longer stores the time that is left.
  public var heldUntil: BootInstant?

  /// Creates a pace; whatever is out of bounds is brought inside by the machine that adopts it.
  public init(gap: Duration = .zero, window: Int, heldUntil: BootInstant? = nil) {
    self.gap = gap
    self.window = window
    self.heldUntil = heldUntil
  }
}
