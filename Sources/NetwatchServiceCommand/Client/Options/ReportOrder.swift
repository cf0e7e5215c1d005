internal import NetwatchClient
internal import NetwatchCommand
internal import NetwatchCore

/// What `report` is to tell of, and how.
struct ReportOrder: Sendable {
  /// The beginning.
  var since = ServiceMoment.ago(.seconds(86_400))

  /// The end; nil: now.
  var until: ServiceTime?

  /// Where the page is written, `-` for standard output; nil: there is none.
  var page: String?

  /// Takes one option into account.
  mutating func apply(_ kind: ClientOption.Kind, _ value: String) throws(UsageError) {
    switch kind {
    case .since: since = try Self.moment(value)
    case .until:
      guard let time = ServiceTime(value) else {
        throw UsageError("--until needs a time such as 2026-11-30T12:00:00Z, not '\(value)'")
      }
      until = time
    case .html: page = value
    default: break
    }
  }

  /// Checks that it is told in one way.
  func check(isJSON: Bool) throws(UsageError) {
    guard page == nil || !isJSON else {
      throw UsageError("--html and --json are two forms; give one")
    }
    if page == "" { throw UsageError("--html needs a file, or - for standard output") }
  }

  private static func moment(_ text: String) throws(UsageError) -> ServiceMoment {
    if let duration = DurationText.parse(text) { return .ago(duration) }
    if let time = ServiceTime(text) { return .at(time) }
    throw UsageError(
      "--since needs a duration such as 7d, or a time such as 2026-11-30T12:00:00Z, not '\(text)'"
    )
  }
}
