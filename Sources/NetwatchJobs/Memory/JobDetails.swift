import NetwatchCore

/// What only a few of the jobs have; the others need no memory for it.
struct JobDetails: Hashable, Sendable {
  var uniqueKey: String?
  var notBefore: Duration?
  var deadline: Duration?
  /// When the deadline passes; nil where there is none, or where it was dropped.
  var end: BootInstant?
  var reason: String?
  var history = JobHistory()

  /// Keeps details out of the record that they belong to; a change makes a new box.
  final class Box: Sendable {
    let details: JobDetails

    init(_ details: JobDetails) { self.details = details }
  }
}
