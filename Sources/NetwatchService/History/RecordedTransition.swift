package import NetwatchCore
package import NetwatchJobs

/// A change of a job's state, as the history has it.
package struct RecordedTransition: Hashable, Sendable {
  /// When it was told of.
  package let time: WallTime

  /// What the job did before; nil where it was just submitted.
  package let from: JobState?

  /// What it did from then on.
  package let to: JobState

  /// Why, in words; empty where there is nothing to say.
  package let reason: String

  package init(time: WallTime, from: JobState?, to: JobState, reason: String) {
    (self.time, self.from, self.to, self.reason) = (time, from, to, reason)
  }
}
