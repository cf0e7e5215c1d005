internal import NetwatchCore
internal import NetwatchSystem

/// Why a job of the kind `exec` failed, in a way that may pass.
struct ExecJobFailure: NetworkErrorConvertible, CustomStringConvertible {
  /// How much of the end of a program's output is shown, in Unicode scalars: what fits into the history
  /// of a job.
  private static let shownOutput = 400

  let networkErrorType: NetworkErrorType
  let description: String

  /// Whatever made a program fail may have passed when it is run again.
  var isRetryable: Bool { true }

  init(_ type: NetworkErrorType, _ description: String) {
    networkErrorType = type
    self.description = description
  }

  init(_ outcome: ProgramOutcome, timeout: Duration) {
    let limit = DurationText.text(timeout)
    let what = outcome.isTimedOut ? "was ended after \(limit)" : "\(outcome.end)"
    let output = Self.shown(outcome.output)
    self.init(.unknown, "the program \(what)\(output.isEmpty ? "" : ": \(output)")")
  }

  /// The last lines, in one, with nothing in it that a terminal obeys.
  private static func shown(_ output: [UInt8]) -> String {
    let lines = String(decoding: output, as: UTF8.self).split(whereSeparator: \.isNewline)
    let text = lines.map { terminalSafe(String($0)) }.joined(separator: " | ")
    let tail = text.unicodeScalars.suffix(shownOutput)
    return tail.startIndex == text.startIndex ? text : "…\(String(tail))"
  }
}
