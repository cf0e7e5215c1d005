internal import NetwatchCore

/// The exit statuses of a command that are worth another attempt.
struct RetriedStatuses: Equatable, Sendable {
  private let statuses: Set<Int32>

  /// All but success and what says that the command cannot be run, which will not change by itself.
  static let standard = Self(Set(1...255).subtracting([126, 127]))

  /// Reads statuses and ranges of them with commas between: `1,64-78`.
  init(parsing text: String) throws(UsageError) {
    var statuses: Set<Int32> = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let range = Self.range(part) else {
        throw UsageError(
          "--retry-on needs statuses from 1 to 255, such as 75 or 1,64-78, not '\(text)'"
        )
      }
      statuses.formUnion(range)
    }
    self.init(statuses)
  }

  private init(_ statuses: Set<Int32>) {
    self.statuses = statuses
  }

  /// Whether a status is one of them.
  func contains(_ status: ExitStatus) -> Bool { statuses.contains(status.rawValue) }

  private static func range(_ text: Substring) -> ClosedRange<Int32>? {
    let bounds = text.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    guard let first = status(bounds[0]), let last = status(bounds[bounds.count - 1]), first <= last
    else { return nil }
    return first...last
  }

  private static func status(_ text: Substring) -> Int32? {
    guard let number = WholeNumber.parse(text), (1...255).contains(number) else { return nil }
    return Int32(number)
  }
}
