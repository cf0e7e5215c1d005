import NetwatchCore

extension BootInstant {
  /// So many milliseconds after the machine started.
  static func ms(_ milliseconds: Int64) -> Self {
    Self(nanoseconds: milliseconds * 1_000_000)
  }

  /// So many seconds after the machine started.
  static func s(_ seconds: Int64) -> Self { ms(seconds * 1000) }

  /// Whole milliseconds since the machine started.
  var milliseconds: Int64 { nanoseconds / 1_000_000 }
}

extension Moment {
  /// A moment so many milliseconds after the machine started, which was in 1970; a draw of a half
  /// makes jitter vanish.
  static func ms(_ milliseconds: Int64, draw: Double = 0.5) -> Self {
    Self(.ms(milliseconds), draw: draw)
  }

  init(_ instant: BootInstant, draw: Double = 0.5) {
    let (seconds, nanoseconds) = instant.nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    self.init(
      instant: instant,
      wall: WallTime(seconds: seconds, nanoseconds: Int32(nanoseconds)),
      draw: draw
    )
  }
}
