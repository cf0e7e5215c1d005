internal import NetwatchClient
internal import NetwatchCommand
internal import NetwatchCore

/// All that is known of a job, for people.
enum JobText {
  /// The lines.
  static func text(of details: ServiceJobDetails) -> String {
    (facts(of: details) + attempts(of: details) + transitions(of: details))
      .joined(separator: "\n")
  }

  private static func facts(of details: ServiceJobDetails) -> [String] {
    let job = details.job
    let facts: [(String, String?)] =
      [
        ("state", job.shownState), ("why", details.why), ("kind", job.kind),
        ("destination", job.destination), ("owner", job.owner), ("priority", job.priority.rawValue),
        ("requirement", job.requirement.rawValue), ("attempt", "\(job.attempt)"),
        ("created", localText(job.created)),
        ("due", job.dueSeconds.map { "in " + lengthText(seconds: $0) }),
        ("finished", job.finished.map(localText)), ("unique key", job.uniqueKey),
        ("key", details.idempotencyKey), ("last failure", job.lastFailure),
      ] + work(of: details)
    return ["job \(job.id)"]
      + facts.compactMap { name, value in
        guard let value, !value.isEmpty else { return nil }
        return "  \(name)".inColumn(16) + terminalSafe(value)
      }
  }

  private static func work(of details: ServiceJobDetails) -> [(String, String?)] {
    switch details.work {
    case .http(let request):
      [
        ("request", "\(request.method) \(request.url)"),
        ("fields", request.headers.joined(separator: ", ")),
        ("body", counted(Int64(request.bodyBytes), "byte")),
      ]
    case .exec(let program):
      [
        ("template", program.template),
        (
          "arguments",
          program.arguments.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
            .joined(separator: " ")
        ),
      ]
    case .other: []
    }
  }

  private static func attempts(of details: ServiceJobDetails) -> [String] {
    guard !details.attempts.isEmpty else { return [] }
    let lines = details.attempts.map { attempt in
      let parts = [attempt.failure, attempt.reason].compactMap(\.self).filter { !$0.isEmpty }
      let time = attempt.time.map { localText($0) + "  " } ?? ""
      return "  \(attempt.number). \(time)" + terminalSafe(parts.joined(separator: "; "))
    }
    let omitted =
      details.omittedAttempts > 0
      ? ["  \(counted(Int64(details.omittedAttempts), "attempt")) between them left out"] : []
    return ["failed attempts"] + lines + omitted
  }

  private static func transitions(of details: ServiceJobDetails) -> [String] {
    guard !details.transitions.isEmpty else { return [] }
    return ["history"]
      + details.transitions.map { step in
        let states = [step.from, step.to].compactMap { $0?.rawValue }.joined(separator: " to ")
        let reason = step.reason.map { ": \($0)" } ?? ""
        return "  \(localText(step.time))  " + terminalSafe(states + reason)
      }
  }
}
