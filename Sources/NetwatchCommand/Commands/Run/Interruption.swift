internal import NetwatchSystem

/// What ends all trying.
enum Interruption: Sendable {
  /// A signal that asks to end.
  case signal(Int32)

  /// The time is over.
  case deadline

  /// The monitor, or what goes with it, does not work any more.
  case failure(any Error)

  /// What the caller is told.
  ///
  /// - Parameter end: How the program ended that was running, or `nil` where none was.
  /// - Returns: The status to end with.
  /// - Throws: What went wrong, unless the program has succeeded all the same.
  func status(after end: ProgramEnd?) throws -> ExitStatus {
    switch self {
    case .deadline: return .deadline
    case .signal(let number): return end?.status ?? .ended(by: number)
    case .failure(let error):
      guard end == .exited(0) else { throw error }
      return .yes
    }
  }
}
