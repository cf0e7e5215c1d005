/// What an event brings along so that the machines need neither a clock nor a random source.
package struct Moment: Sendable {
  /// Now, on the clock that runs through suspend.
  package var instant: BootInstant

  /// Now, for people.
  package var wall: WallTime

  /// One draw from [0, 1), used for whatever jitter the event calls for.
  package var draw: Double

  package init(instant: BootInstant, wall: WallTime, draw: Double) {
    self.instant = instant
    self.wall = wall
    self.draw = draw
  }
}
