import NetwatchCore

/// A job as the memory keeps it: 96 bytes, its payload, and details where it has any.
struct JobRecord: Sendable {
  /// Stands for no slot, for no place in a heap, and for nobody.
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
  private var box: Boxed<JobDetails>?
  /// Its neighbours in the list of its state; see ``SlotList``.
  var previous = Self.none
  var next = Self.none
  /// Where it is in the heap of what time will bring.
  var timerPlace = Self.none
  /// Where it is in the heap of its lane.
  var lanePlace = Self.none
  /// The number of its owner.
  var owner: UInt32
  var priority: JobPriority
  /// Whether its lane offers it; a ready job is withdrawn when its deadline has passed.
  var isOffered = false

  init(id: Int64, job: NewJob, lane: UInt32, owner: UInt32, at moment: StoreMoment) {
    let options = job.options
    self.id = id
    self.lane = lane
    self.owner = owner
    created = moment.wall.milliseconds
    payload = job.payload
    priority = options.priority
    life = JobStateMachine(
      due: options.notBefore.flatMap { $0 > .zero ? moment.boot.advanced(by: $0) : nil }
    )
    box = JobDetails(options, at: moment.boot).map(Boxed.init)
  }

  /// What stands in a slot that is free.
  init(nextFree: UInt32) {
    (id, lane, owner, created, payload, priority) = (0, 0, Self.none, 0, [], .normal)
    life = JobStateMachine()
    next = nextFree
  }
}

// Inlined, because a call would be handed a copy of the whole record.
extension JobRecord {
  @inline(__always) var details: JobDetails? { box?.value }

  @inline(__always) var history: JobHistory { box?.value.history ?? JobHistory() }

  /// When the deadline passes.
  @inline(__always) var end: BootInstant? { box?.value.end }

  @inline(__always) var rank: JobRank {
    JobRank(milliseconds: priority.rank(created: created), id: id)
  }

  /// Changes the details, for which it makes a new box.
  mutating func changeDetails(_ body: (inout JobDetails) -> Void) {
    var details = box?.value ?? JobDetails()
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
