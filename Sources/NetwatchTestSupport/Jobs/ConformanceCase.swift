import NetwatchJobs

/// One behaviour that every store has to show.
package struct ConformanceCase: Sendable, CustomStringConvertible {
  /// The behaviour, in a sentence.
  package let name: String

  /// Tries it on a store of a fixture that nothing else uses; throws ``ConformanceFailure``.
  package let run: @Sendable (any StoreFixture) async throws -> Void

  package var description: String { name }

  /// A case that needs one store.
  init(
    _ name: String,
    limits: JobLimits = JobLimits(),
    _ body: @escaping @Sendable (StoreTrial) async throws -> Void
  ) {
    self.name = name
    run = { fixture in
      let store = try await fixture.makeStore(limits: limits)
      let trial = StoreTrial(store: store, fixture: fixture)
      do {
        try await body(trial)
      } catch {
        await store.close()
        throw error
      }
      await store.close()
    }
  }
}

/// The behaviours that every store has to show.
package enum StoreConformance {
  /// All of them.
  package static let cases: [ConformanceCase] = [
    submitting, keys, limits, order, claims, leases, reports, time, paces, cancelling, retrying,
    views, owners, queries,
    pruning, observing, ending, sharing, together, sequences,
  ].flatMap(\.self)
}
