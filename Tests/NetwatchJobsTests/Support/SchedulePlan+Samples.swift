import NetwatchCore

@testable import NetwatchJobs

extension BootInstant {
  static func at(_ seconds: Double) -> Self {
    BootInstant(nanoseconds: Int64(seconds * 1e9))
  }
}

extension JobLane {
  static func sample(
    _ destination: String = "a",
    kind: String = "k",
    _ requirement: JobRequirement = .internet,
    isUrgent: Bool = false
  ) -> Self {
    JobLane(destination: destination, kind: kind, requirement: requirement, isUrgent: isUrgent)
  }
}

extension SchedulePlan {
  /// A plan at 0 s, with handlers for the kinds `k` and `l`, that knows of some lanes.
  static func sample(
    concurrency: Int = 100,
    limit: Int = 8,
    lanes: [JobLane] = [.sample()]
  ) -> Self {
    var plan = SchedulePlan(
      settings: .init(
        concurrency: concurrency,
        release: ReleaseSettings(limit: limit),
        kinds: ["k", "l"]
      ),
      at: .at(0)
    )
    for lane in lanes { _ = plan.ready(lane) }
    return plan
  }
}
