import NetwatchTestSupport

extension ManualClock {
  /// Moves time forward to a moment that somebody sleeps until, or will: whoever sleeps until an earlier
  /// one is woken at that.
  func arrive(at offset: Duration) async {
    while now.offset < offset, !Task.isCancelled {
      await sleepers(atLeast: 1)
      // A sleeper for later, and the one that is awaited still on its way to sleep.
      guard let next = nextDeadline?.offset, next <= offset else {
        await Task.yield()
        continue
      }
      advance(by: next - now.offset)
    }
  }
}
