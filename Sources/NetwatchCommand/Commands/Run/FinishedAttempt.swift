internal import NetwatchSystem

/// An attempt that has ended.
struct FinishedAttempt: Equatable, Sendable {
  /// Its number, the first being 1.
  let number: Int

  /// The process that it was.
  let pid: Int32

  /// How it ended.
  let end: ProgramEnd

  /// How long it took.
  let duration: Duration
}

extension FinishedAttempt: CustomStringConvertible {
  /// The attempt in words, without a full stop.
  var description: String { "attempt \(number) \(end)" }
}
