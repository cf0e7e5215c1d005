import NetwatchCore

/// All that a store in memory holds, as a value that reads no clock.
///
/// Each function is one transaction: it either throws and changes nothing, or does all of it.
struct MemoryJobs: Sendable {
  struct UniqueKey: Hashable, Sendable {
    var kind: String
    var key: String
  }

  enum InTimers: HeapPlace {
    static func get(_ record: JobRecord) -> UInt32 { record.timerPlace }
    static func set(_ record: inout JobRecord, _ place: UInt32) { record.timerPlace = place }
  }

  let identity: String
  let limits: JobLimits

  var slab = JobSlab()
  var index = JobIndex()
  var lastID: Int64 = 0
  var lanes = Interned<JobLane, MemoryLane>()
  var destinations = Interned<String, MemoryDestination>()
  var owners = Interned<String, MemoryOwner>()
  /// The pace of each destination for which one was stored.
  var paces: [String: MemoryPace] = [:]
  /// What is due, and the leases and deadlines that end.
  var timers = SlotHeap<BootInstant, InTimers>()
  /// The jobs that are not finished and have a key.
  var keys: [UniqueKey: Int64] = [:]
  /// The finished jobs of each state; the others are empty.
  var finished = StateTable(FinishedJobs())
  /// When the first of all jobs ended; nil before.
  var firstEnd: StoreMoment?
  var counts = StateTable(0)
  /// The lanes that offer a job.
  var offered: Set<JobLane> = []
  /// The bytes of the payloads of jobs that are not finished.
  var bytes = 0
  /// What is to be told after the call.
  var news = StoreNews()
  /// The number of the call, by which a lane knows whether it was told of.
  var call: UInt64 = 0

  init(identity: String, limits: JobLimits) {
    self.identity = identity
    self.limits = limits
  }

  /// How many jobs are not finished.
  var unfinished: Int { counts[.ready] + counts[.waiting] + counts[.running] }

  /// Ends a call.
  ///
  /// - Returns: What observers are to be told.
  mutating func takeNews() -> StoreNews {
    call += 1
    guard !news.isEmpty else { return news }
    defer { news = StoreNews() }
    return news
  }
}
