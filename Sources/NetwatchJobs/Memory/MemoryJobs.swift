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
  /// What is due, and the leases and deadlines that end.
  var timers = SlotHeap<BootInstant, InTimers>()
  /// The jobs that are not finished and have a key.
  var keys: [UniqueKey: Int64] = [:]
  /// The finished jobs of each state, in the order in which they ended; the others are empty.
  var finished = StateTable(SlotList())
  var counts = StateTable(0)
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

extension MemoryJobs {
  /// Lets something happen to a job, and does what follows from its new state.
  mutating func change<Result>(
    _ slot: UInt32,
    at moment: StoreMoment,
    _ event: (inout JobStateMachine) -> Result
  ) -> Result {
    let old = slab[slot].life.state
    let result = event(&slab[slot].life)
    let new = slab[slot].life.state
    if old != new {
      leave(old, slot)
      enter(new, slot)
      if new.isFinal { ended(slot, at: moment) } else if old.isFinal { revived(slot) }
    }
    schedule(slot)
    return result
  }

  /// Puts a job where those of its state are.
  mutating func enter(_ state: JobState, _ slot: UInt32) {
    counts[state] += 1
    let lane = slab[slot].lane
    switch state {
    case .ready: lanes[lane].queue.insert(slot, in: &slab)
    case .waiting: break
    case .running: destinations[lanes[lane].destination].running.append(slot, in: &slab)
    case .succeeded, .dead, .cancelled: finished[state].append(slot, in: &slab)
    }
  }

  /// Takes a job from where those of its state are.
  mutating func leave(_ state: JobState, _ slot: UInt32) {
    counts[state] -= 1
    let lane = slab[slot].lane
    switch state {
    case .ready: lanes[lane].queue.remove(slot, in: &slab)
    case .waiting: break
    case .running: destinations[lanes[lane].destination].running.remove(slot, in: &slab)
    case .succeeded, .dead, .cancelled: finished[state].remove(slot, in: &slab)
    }
  }

  /// Takes note of what time will bring to a job.
  mutating func schedule(_ slot: UInt32) {
    if let moment = slab[slot].nextMoment {
      timers.update(slot, moment, in: &slab)
    } else {
      timers.remove(slot, in: &slab)
    }
  }

  private mutating func ended(_ slot: UInt32, at moment: StoreMoment) {
    slab[slot].finished = moment.wall.milliseconds
    lanes[slab[slot].lane].unfinished -= 1
    bytes -= slab[slot].payload.count
    if let key = uniqueKey(of: slot) { keys[key] = nil }
  }

  private mutating func revived(_ slot: UInt32) {
    lanes[slab[slot].lane].unfinished += 1
    bytes += slab[slot].payload.count
    if let key = uniqueKey(of: slot) { keys[key] = slab[slot].id }
  }

  /// The unique key of a job; nil where it has none.
  func uniqueKey(of slot: UInt32) -> UniqueKey? {
    guard let key = slab[slot].details?.uniqueKey else { return nil }
    return UniqueKey(kind: lanes[slab[slot].lane].lane.kind, key: key)
  }

  /// Observers are to be told of a lane, once a call.
  mutating func tellReady(_ lane: UInt32) {
    guard lanes[lane].told != call + 1 else { return }
    lanes[lane].told = call + 1
    news.lanes.append(lanes[lane].lane)
  }

  /// Observers are to be told where a job stands now.
  mutating func tell(_ slot: UInt32, at moment: StoreMoment) {
    switch slab[slot].life.state {
    case .ready: tellReady(slab[slot].lane)
    case .waiting:
      let delay = moment.remaining(until: slab[slot].nextMoment ?? moment.boot)
      news.due = min(news.due ?? delay, delay)
    case .running, .succeeded, .dead, .cancelled: break
    }
  }
}
