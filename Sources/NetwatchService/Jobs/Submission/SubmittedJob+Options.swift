internal import NetwatchJobs

extension SubmittedJob {
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
