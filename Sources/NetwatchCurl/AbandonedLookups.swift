/// Keeps name servers that do not answer from filling the process with threads.
///
/// libcurl looks a name up on a thread of its own, and lets it run when the transfer is ended before
/// it has an answer: up to half a minute with the usual resolv.conf. Nobody is told when it ends, so
/// the count only grows, until it matters; then the threads are counted.
struct AbandonedLookups {
  /// The number of such threads from which on no new lookup is begun.
  static let limit = 32

  private var count = 0

  /// A transfer was ended while its name was looked up.
  mutating func lookupAbandoned() { count += 1 }

  /// Refuses a lookup while too many earlier ones have not ended; those waited for do not count.
  mutating func admit(besides active: @autoclosure () -> Int) throws(CurlError) {
    guard count >= Self.limit else { return }
    // Other engines' threads are counted too, but never more than this one has left behind.
    let threads = EngineThread.countOfNamesakes() - 1 - active()
    count = min(count, max(threads, 0))
    guard count >= Self.limit else { return }
    throw CurlError(
      .nameNotResolved,
      "No name is looked up: \(count) earlier lookups were given up and have not ended."
    )
  }
}
