import NetwatchCore

/// A job as the memory keeps it: 96 bytes, its payload, and details where it has any.
struct JobRecord: Sendable {
  /// Stands for no slot, and for no place in a heap.
  static let none = UInt32.max

  var id: Int64
  var life: JobStateMachine
  /// The index of its lane.
  var lane: UInt32
  /// When it was submitted, in milliseconds of civil time.
  var created: Int64
  /// When it ended, likewise; means nothing before.
  var finished: Int64 = 0
  var payload: [UInt8]
  private var box: JobDetails.Box?
  /// Its neighbours in the list of its state; see ``SlotList``.
  var previous = Self.none
  var next = Self.none
  /// Where it is in the heap of what time will bring.
  var timerPlace = Self.none
  /// Where it is in the heap of its lane.
  var lanePlace = Self.none
  var priority: JobPriority
  /// Whether its lane offers it; a ready job is withdrawn when its deadline has passed.
  var isOffered = false

  init(id: Int64, job: NewJob, lane: UInt32, at moment: StoreMoment) {
    let options = job.options
    self.id = id
    self.lane = lane
    created = moment.wall.milliseconds
    payload = job.payload
    priority = options.priority
    life = JobStateMachine(
      due: options.notBefore.flatMap { $0 > .zero ? moment.boot.advanced(by: $0) : nil }
    )
    guard options.uniqueKey != nil || options.notBefore != nil || options.deadline != nil else {
      return
    }
    box = .init(
      JobDetails(
        uniqueKey: options.uniqueKey,
        notBefore: options.notBefore,
        deadline: options.deadline,
        end: options.deadline.map { moment.boot.advanced(by: $0) }
      )
    )
  }

  /// What stands in a slot that is free.
  init(nextFree: UInt32) {
    (id, lane, created, payload, priority) = (0, 0, 0, [], .normal)
    life = JobStateMachine()
    next = nextFree
  }
}

extension JobRecord {
  var details: JobDetails? { box?.details }

  var history: JobHistory { box?.details.history ?? JobHistory() }

  var rank: JobRank { JobRank(milliseconds: priority.rank(created: created), id: id) }

  /// What time will bring first; nil where it brings nothing.
  var nextMoment: BootInstant? {
    switch life.state {
    case .ready: box?.details.end
    case .waiting: [life.until, box?.details.end].compactMap(\.self).min()
    case .running: life.until
    case .succeeded, .dead, .cancelled: nil
    }
  }

  /// Whether the deadline has passed.
  func isExpired(at now: BootInstant) -> Bool { box?.details.end.map { $0 <= now } ?? false }

  mutating func changeDetails(_ body: (inout JobDetails) -> Void) {
    var details = box?.details ?? JobDetails()
    body(&details)
    box = .init(details)
  }
}

/// Where a job stands in its destination; the smallest goes first.
struct JobRank: Hashable, Comparable, Sendable {
  var milliseconds: Int64
  var id: Int64

  static func < (lhs: Self, rhs: Self) -> Bool {
    (lhs.milliseconds, lhs.id) < (rhs.milliseconds, rhs.id)
  }
}
