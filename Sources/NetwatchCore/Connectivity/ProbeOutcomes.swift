/// The newest outcome for each endpoint and family tried, in the order in which they were first tried.
struct ProbeOutcomes: Sendable {
  private(set) var reports: [ProbeReport] = []

  mutating func merge(_ newer: [ProbeReport]) {
    for report in newer {
      let known = reports.firstIndex {
        $0.endpoint == report.endpoint && $0.family == report.family
      }
      if let known { reports[known] = report } else { reports.append(report) }
    }
  }
}
