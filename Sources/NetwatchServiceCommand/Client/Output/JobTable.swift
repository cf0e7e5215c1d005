internal import NetwatchClient
internal import NetwatchCore
internal import NetwatchText

/// Jobs as lines for people, with columns.
enum JobTable {
  /// The lines, with a heading and without a final line break.
  static func text(of jobs: [ServiceJob], now: WallTime) -> String {
    var table = TextTable(
      columns: ["ID", "STATE", "KIND", "DESTINATION", "AGE", "ATTEMPT", "REASON"],
      numberColumns: [0, 4, 5]
    )
    for job in jobs {
      table.append([
        "\(job.id)", job.shownState, job.kind, job.destination, ageText(job.created, now: now),
        "\(job.attempt)", job.reason ?? job.lastFailure ?? "",
      ])
    }
    var text = TextBuffer()
    table.write(to: &text)
    return String(decoding: text.bytes.dropLast(), as: UTF8.self)
  }

  /// How long ago a moment was, by the largest unit that it has.
  static func ageText(_ time: ServiceTime, now: WallTime) -> String {
    let (age, isOverflow) = now.seconds.subtractingReportingOverflow(time.wallTime.seconds)
    let seconds = isOverflow ? .max : max(age, 0)
    for (letter, size) in [("d", 86_400), ("h", 3600), ("m", 60)] as [(String, Int64)]
    where seconds >= size { return "\(seconds / size)\(letter)" }
    return "\(seconds)s"
  }
}

extension ServiceJob {
  /// The state, or that the job is parked.
  var shownState: String { parked ? "parked" : state.rawValue }
}
