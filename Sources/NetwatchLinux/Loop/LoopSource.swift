/// A descriptor that a loop waits for, and what to do when it is readable.
struct LoopSource: Sendable {
  var descriptor: CInt
  var handler: @Sendable () -> Void
}
