/// How much can wait in the queue.
package struct JobQuotas: Hashable, Sendable {
  /// Limits of what one owner, or one destination, has in the queue.
  package struct Limits: Hashable, Sendable {
    /// How many jobs.
    package var jobs = 100_000

    /// How many bytes their inputs have together.
    package var bytes = 1 << 30
  }

  package var owner = Limits()

  /// Several owners have work for one destination: none of them can take all of it.
  package var destination = Limits(jobs: 400_000, bytes: 4 << 30)
}
