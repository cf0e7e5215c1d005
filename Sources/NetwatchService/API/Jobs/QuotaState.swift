internal import NetwatchCore
internal import NetwatchJobs

/// When the store is counted for the quotas: before the first jobs are let in, and where a limit seems
/// to be reached, but not more than once a second.
struct QuotaState: Sendable {
  /// What becomes of jobs.
  enum Step: Sendable {
    case admitted
    case refused(QuotaExcess)

    /// The store is to be counted by whoever is told this, and then asked again.
    case count

    /// Somebody else counts the store; ask again when they are done.
    case wait
  }

  private static let interval = Duration.seconds(1)

  var limits: JobQuotas
  private var book = QuotaBook()
  private var isCounting = false

  /// Nothing is counted again before; nil: nothing was counted yet.
  private var countAgainAt: BootInstant?

  init(limits: JobQuotas) {
    self.limits = limits
  }

  /// Jobs are about to be stored.
  mutating func admit(_ amounts: QuotaBook.Amounts, at now: BootInstant) -> Step {
    guard let countAgainAt else { return count() }
    let mayCount = countAgainAt <= now
    if mayCount, book.isLarge, !isCounting { return count() }
    guard let excess = book.admit(amounts, limits) else { return .admitted }
    return mayCount || isCounting ? count() : .refused(excess)
  }

  private mutating func count() -> Step {
    if isCounting { return .wait }
    isCounting = true
    book.countingBegan()
    return .count
  }

  /// The store was counted.
  mutating func counted(_ usage: [StoreUsage], at now: BootInstant) {
    isCounting = false
    book.countingEnded(usage)
    countAgainAt = now.advanced(by: Self.interval)
  }

  /// The store could not be counted.
  mutating func countingFailed() {
    isCounting = false
    book.countingFailed()
  }

  /// Jobs that were let in are stored, or were not.
  mutating func ended(_ amounts: QuotaBook.Amounts, areStored: Bool) {
    book.ended(amounts, areStored: areStored)
  }
}
