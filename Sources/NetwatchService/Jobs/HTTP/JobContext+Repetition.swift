internal import NetwatchJobs

extension JobContext {
  /// Why a job is dead that must not be repeated, and that an earlier run may have begun.
  static let brokenOff =
    "an earlier run was broken off, and the request is marked as never to be repeated"

  /// Whether an earlier run may have sent the request, and left no word of it.
  ///
  /// Its worker vanished then, or was told to stop. Once somebody has been told of it and has had the
  /// job retried, it is theirs to know.
  var mayHaveBeenSent: Bool {
    let records = history.attempts.records
    let vanished = records.count { $0.failure == JobAttempt.vanishedFailure }
    let told = records.count - vanished + history.attempts.omitted
    return token - 1 > told && !records.contains { $0.reason == Self.brokenOff }
  }
}
