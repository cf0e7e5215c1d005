internal import NetwatchCore
internal import NetwatchJobs

/// When the store is counted for the quotas: before the first jobs are let in, and where a limit seems
/// to be reached, but not more than once a second; where other hosts store jobs too, now and then in any
/// case.
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

  /// How long at least a count is good for where other hosts store jobs too.
  private static let sharedInterval = Duration.seconds(5)

  /// How many times as long as it took: a count of a long queue keeps others waiting.
  private static let sharedFactor = 20

  var limits: JobQuotas
  private let isStoreShared: Bool
  private var book = QuotaBook()
  private var isCounting = false

  /// Nothing is counted again before; nil: nothing was counted yet.
  private var countAgainAt: BootInstant?

  /// When the count began that is under way, or was the last.
  private var beganAt = BootInstant(nanoseconds: 0)

  /// From then on the count is too old to go by; nil: it never is.
  private var isOldAt: BootInstant?

  init(limits: JobQuotas, isStoreShared: Bool = false) {
    self.limits = limits
    self.isStoreShared = isStoreShared
  }

  /// Jobs are about to be stored.
  mutating func admit(_ amounts: QuotaBook.Amounts, at now: BootInstant) -> Step {
    guard let countAgainAt else { return count(at: now) }
    let mayCount = countAgainAt <= now
    let isOld = isOldAt.map { $0 <= now } ?? false
    // Whoever comes first counts; the others go by what is known meanwhile.
    if isOld || (mayCount && book.isLarge), !isCounting { return count(at: now) }
    guard let excess = book.admit(amounts, limits) else { return .admitted }
    return mayCount || isCounting ? count(at: now) : .refused(excess)
  }

  private mutating func count(at now: BootInstant) -> Step {
    if isCounting { return .wait }
    isCounting = true
    beganAt = now
    book.countingBegan()
    return .count
  }

  /// The store was counted.
  mutating func counted(_ usage: [StoreUsage], at now: BootInstant) {
    isCounting = false
    book.countingEnded(usage)
    countAgainAt = now.advanced(by: Self.interval)
    guard isStoreShared else { return }
    let taken = Duration.nanoseconds(beganAt.nanoseconds(to: now))
    isOldAt = now.advanced(by: max(Self.sharedInterval, taken * Self.sharedFactor))
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
