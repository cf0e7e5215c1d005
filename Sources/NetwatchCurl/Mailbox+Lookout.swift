import Glibc

extension Mailbox {
  /// How long the thread looks out for something to do before it waits for it.
  private static let lookout = Duration.microseconds(50)

  /// Looks out for a command a little while, and says whether there is one.
  ///
  /// Whoever gets an answer often asks the next thing at once. To be awake then takes less time than
  /// to be woken, and less work; for who asks nothing it is lost once.
  func isFilledSoon() -> Bool {
    let end = ContinuousClock.now + Self.lookout
    repeat {
      if isFilled { return true }
      // Whoever is to ask may have no other processor.
      sched_yield()
    } while ContinuousClock.now < end
    return false
  }
}
