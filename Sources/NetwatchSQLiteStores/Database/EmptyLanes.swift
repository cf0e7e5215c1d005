import NetwatchJobs

/// The lanes of a file that had no job at a moment.
struct EmptyLanes: Sendable {
  /// Their numbers.
  let ids: [Int64]

  /// The number of the last job at that moment: a lane that has one by now has one with a larger number,
  /// as no job changes its lane.
  let lastJob: Int64
}
