import NetwatchCore

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
    switch state {
    case .ready: offer(slot)
    case .waiting: break
    case .running: destinations[lanes[slab[slot].lane].destination].running.append(slot, in: &slab)
    case .succeeded, .dead, .cancelled:
      finished[state].append(slot, in: &slab)
    }
  }

  /// Takes a job from where those of its state are.
  mutating func leave(_ state: JobState, _ slot: UInt32) {
    counts[state] -= 1
    switch state {
    case .ready: withdraw(slot)
    case .waiting: break
    case .running: destinations[lanes[slab[slot].lane].destination].running.remove(slot, in: &slab)
    case .succeeded, .dead, .cancelled:
      finished[state].remove(slot, in: &slab)
    }
  }

  private mutating func offer(_ slot: UInt32) {
    let lane = slab[slot].lane
    if lanes[lane].queue.isEmpty { offered.insert(lanes[lane].lane) }
    lanes[lane].queue.insert(slot, in: &slab)
  }

  /// Lets nobody claim a job any more.
  mutating func withdraw(_ slot: UInt32) {
    let lane = slab[slot].lane
    lanes[lane].queue.remove(slot, in: &slab)
    if lanes[lane].queue.isEmpty { offered.remove(lanes[lane].lane) }
  }

  /// Takes note of what time will bring to a job.
  mutating func schedule(_ slot: UInt32) {
    if let moment = nextMoment(of: slot) {
      timers.update(slot, moment, in: &slab)
    } else {
      timers.remove(slot, in: &slab)
    }
  }

  /// When time brings something to a job; nil where it brings nothing.
  private func nextMoment(of slot: UInt32) -> BootInstant? {
    let life = slab[slot].life
    switch life.state {
    case .ready: return slab[slot].end
    case .waiting:
      guard let due = life.until, let end = slab[slot].end else { return life.until }
      return min(due, end)
    case .running: return life.until
    case .succeeded, .dead, .cancelled: return nil
    }
  }

  private mutating func ended(_ slot: UInt32, at moment: StoreMoment) {
    slab[slot].finished = moment.wall.milliseconds
    if firstEnd == nil { firstEnd = moment }
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
      let delay = moment.remaining(until: nextMoment(of: slot) ?? moment.boot)
      news.due = min(news.due ?? delay, delay)
    case .running, .succeeded, .dead, .cancelled: break
    }
  }
}
