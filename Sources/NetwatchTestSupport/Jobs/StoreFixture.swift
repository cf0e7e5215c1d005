package import NetwatchJobs

/// What the conformance suite needs of a kind of store: an empty one, and power over its time.
package protocol StoreFixture: Sendable {
  /// Makes a new store without jobs.
  func makeStore(limits: JobLimits) async throws -> any JobStore

  /// Opens the store that was made last once more, as another process would; nil where stores of this
  /// kind can't be shared.
  func secondStore() async throws -> (any JobStore)?

  /// Moves the time of all stores of this fixture forward: what is due, leases, deadlines, holds, and
  /// the civil time by which ages and ranks are told.
  ///
  /// A store whose clock can't be set moves all that is stored back instead, `created`, `finished` and
  /// the ranks included.
  func advance(by duration: Duration) async throws

  /// How much more time may pass between two calls than ``advance(by:)`` was told; by default a
  /// millisecond, for clocks that stand still.
  var tolerance: Duration { get }
}

extension StoreFixture {
  package var tolerance: Duration { .milliseconds(1) }
}
