internal import NetwatchCore
internal import NetwatchJobs

/// What the quotas go by: how much everybody has in the queue, at least.
///
/// A value; see ``Quotas``. What is counted in the store is added to by what is submitted since, and
/// never taken from: it is counted anew where a limit seems to be reached. A submission that is under
/// way while it is counted may count twice for that long, and never not at all.
struct QuotaBook: Sendable {
  /// Whom a limit is for.
  enum Party: Hashable, Sendable {
    case owner(String)
    case destination(String)
  }

  /// What somebody has.
  struct Amount: Hashable, Sendable {
    var jobs = 0
    var bytes = 0

    static func + (first: Self, second: Self) -> Self {
      Amount(jobs: first.jobs + second.jobs, bytes: first.bytes + second.bytes)
    }
  }

  typealias Amounts = [Party: Amount]

  private var counted: Amounts = [:]
  /// What was stored since the count.
  private var since: Amounts = [:]
  /// What was stored since the count that is under way began; nil: none is.
  private var sinceBeginning: Amounts?
  /// What was let in and is not stored yet.
  private var underWay: Amounts = [:]

  /// Whether so many were named since the last count that they take memory worth freeing.
  var isLarge: Bool { since.count > Self.largest }
  private static let largest = 10_000

  /// Lets jobs in, where they break no limit.
  ///
  /// - Returns: The limit that they would break; nil where they are in.
  mutating func admit(_ amounts: Amounts, _ quotas: JobQuotas) -> QuotaExcess? {
    for (party, amount) in amounts {
      let sum = amount + self[party]
      if let excess = QuotaExcess(party, sum, quotas) { return excess }
    }
    Self.add(amounts, to: &underWay)
    return nil
  }

  private subscript(party: Party) -> Amount {
    [counted[party], since[party], underWay[party]].reduce(Amount()) { $0 + ($1 ?? Amount()) }
  }

  /// Jobs that were let in are stored, or were not.
  mutating func ended(_ amounts: Amounts, areStored: Bool) {
    for (party, amount) in amounts {
      guard var left = underWay[party] else { continue }
      left.jobs -= amount.jobs
      left.bytes -= amount.bytes
      underWay[party] = left.jobs > 0 ? left : nil
    }
    guard areStored else { return }
    Self.add(amounts, to: &since)
    if var sums = sinceBeginning.take() {
      Self.add(amounts, to: &sums)
      sinceBeginning = sums
    }
  }

  private static func add(_ amounts: Amounts, to sums: inout Amounts) {
    for (party, amount) in amounts { sums[party] = (sums[party] ?? Amount()) + amount }
  }
}

// MARK: - Counting

extension QuotaBook {
  /// The store is about to be counted.
  mutating func countingBegan() { sinceBeginning = [:] }

  /// The store was counted.
  mutating func countingEnded(_ usage: [StoreUsage]) {
    counted = [:]
    for usage in usage {
      let amount = Amount(jobs: usage.jobs, bytes: usage.bytes)
      var parties = [Party.destination(usage.destination): amount]
      if let owner = usage.owner { parties[.owner(owner)] = amount }
      Self.add(parties, to: &counted)
    }
    since = sinceBeginning ?? [:]
    sinceBeginning = nil
  }

  /// The store could not be counted.
  mutating func countingFailed() { sinceBeginning = nil }
}

extension QuotaBook.Amounts {
  /// What jobs would take.
  init(_ jobs: [NewJob]) {
    self.init()
    for job in jobs { add(job.options, bytes: job.payload.count) }
  }

  /// What a job would take if it were taken up again: nothing where it is counted already.
  init(retrying job: Job) {
    self.init()
    if job.state.isFinal { add(job.options, bytes: job.payloadBytes) }
  }

  private mutating func add(_ options: JobOptions, bytes: Int) {
    add(.destination(options.destination), bytes: bytes)
    if let owner = options.owner { add(.owner(owner), bytes: bytes) }
  }

  private mutating func add(_ party: QuotaBook.Party, bytes: Int) {
    let amount = self[party] ?? QuotaBook.Amount()
    self[party] = amount + QuotaBook.Amount(jobs: 1, bytes: bytes)
  }
}
