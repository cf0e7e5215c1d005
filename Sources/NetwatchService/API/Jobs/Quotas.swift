internal import NetwatchCore
internal import NetwatchJobs
internal import NetwatchSystem

/// Keeps owners and destinations within their quotas.
final class Quotas: Sendable {
  private let state: Lock<QuotaState>

  /// The store was counted, or could not be.
  private let counts = Endings()
  private let clocks: SystemClocks
  private let usage: @Sendable () async throws(Problem) -> [StoreUsage]

  /// Creates the quotas of a store.
  ///
  /// - Parameters:
  ///   - limits: How much there can be.
  ///   - isStoreShared: Whether other hosts store jobs too.
  ///   - clocks: Tells when to count again.
  ///   - usage: Counts what there is.
  init(
    _ limits: JobQuotas,
    isStoreShared: Bool,
    clocks: SystemClocks,
    usage: @escaping @Sendable () async throws(Problem) -> [StoreUsage]
  ) {
    state = Lock(QuotaState(limits: limits, isStoreShared: isStoreShared))
    (self.clocks, self.usage) = (clocks, usage)
  }

  /// Has other limits from now on.
  func update(_ limits: JobQuotas) { state.withLock { $0.limits = limits } }

  /// Has jobs stored, unless they break a limit.
  ///
  /// - Parameters:
  ///   - amounts: What they add to what there is.
  ///   - areStored: Whether there is more of them by what the store returned.
  ///   - store: Stores them.
  /// - Returns: What the store returns.
  /// - Throws: ``Problem``: the limit, or what the store throws.
  func admit<Outcome>(
    _ amounts: QuotaBook.Amounts,
    areStored: (Outcome) -> Bool,
    _ store: () async throws(Problem) -> Outcome
  ) async throws(Problem) -> Outcome {
    if let excess = try await excess(amounts) { throw .later(429, excess.sentence) }
    do throws(Problem) {
      let outcome = try await store()
      ended(amounts, areStored: areStored(outcome))
      return outcome
    } catch {
      // A store that did not answer may have them all the same.
      ended(amounts, areStored: error.status == 503)
      throw error
    }
  }

  private func ended(_ amounts: QuotaBook.Amounts, areStored: Bool) {
    state.withLock { $0.ended(amounts, areStored: areStored) }
  }
}

// MARK: - Counting

extension Quotas {
  /// Lets jobs in, or says why not.
  private func excess(_ amounts: QuotaBook.Amounts) async throws(Problem) -> QuotaExcess? {
    var last: UInt64?
    while true {
      let now = clocks.boot()
      switch state.withLock({ $0.admit(amounts, at: now) }) {
      case .admitted: return nil
      case .refused(let excess): return excess
      case .count: try await count()
      case .wait:
        if let last { do { try await counts.next(after: last) } catch { throw .stopping } }
        // And looked at once more: that count may have ended by now.
        last = counts.latest
      }
    }
  }

  private func count() async throws(Problem) {
    defer { counts.announce() }
    do throws(Problem) {
      let usage = try await usage()
      let now = clocks.boot()
      state.withLock { $0.counted(usage, at: now) }
    } catch {
      state.withLock { $0.countingFailed() }
      throw error
    }
  }
}
