internal import NetwatchJobs

extension SubmittedJob {
  /// A complaint of a field of this job.
  func refusal(_ field: String, _ message: String) -> JobRefusal {
    JobRefusal(index.map { "[\($0)].\(field)" } ?? field, message)
  }

  /// What the store is asked for.
  func options(
    destination: String,
    requirement standard: JobRequirement,
    owner: String
  ) -> JobOptions {
    JobOptions(
      destination: destination,
      requirement: requirement ?? standard,
      priority: priority,
      uniqueKey: uniqueKey,
      notBefore: notBefore,
      deadline: deadline,
      owner: owner
    )
  }
}
