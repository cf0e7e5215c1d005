import NetwatchCore

/// What only a few of the jobs have; the others need no memory for it.
struct JobDetails: Sendable {
  var uniqueKey: String?
  /// What the submitter asked for, in nanoseconds.
  var notBefore: Int64?
  /// Likewise.
  var deadline: Int64?
  /// When the deadline passes; nil where there is none, or where it was dropped.
  var end: BootInstant?
  var reason: String?
  private var box: Boxed<JobHistory>?

  /// The details of a job that was just submitted; nil where it has none.
  init?(_ options: JobOptions, at now: BootInstant) {
    uniqueKey = options.uniqueKey
    notBefore = options.notBefore?.clampedNanoseconds
    deadline = options.deadline?.clampedNanoseconds
    end = options.deadline.map { now.advanced(by: $0) }
    guard uniqueKey != nil || notBefore != nil || deadline != nil else { return nil }
  }

  /// No details yet.
  init() {}

  var history: JobHistory {
    get { box?.value ?? JobHistory() }
    set { box = Boxed(newValue) }
  }
}
