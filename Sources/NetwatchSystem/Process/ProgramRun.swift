internal import CLinux
internal import Glibc
internal import NetwatchCore

/// One run of a program, watched by a thread of its own until nothing is left of it.
package final class ProgramRun: Sendable {
  private let call: ProgramCall
  private let clocks: SystemClocks
  private let stop: EventSignal

  private init(_ call: ProgramCall, _ clocks: SystemClocks, _ stop: EventSignal) {
    self.call = call
    self.clocks = clocks
    self.stop = stop
  }

  /// Runs a program to its end, and ends with it whatever is left of its process group.
  ///
  /// When the task is cancelled, the program is asked to end, as when its time is over, and this returns
  /// only once it has: nothing is left behind.
  ///
  /// - Parameters:
  ///   - call: What to run.
  ///   - clocks: The clocks.
  /// - Returns: How it ended.
  /// - Throws: ``ProgramCallError`` where it did not start; `CancellationError` where the task was
  ///   cancelled.
  package static func run(
    _ call: ProgramCall,
    clocks: SystemClocks = .kernel
  ) async throws -> ProgramOutcome {
    try Task.checkCancellation()
    guard let stop = EventSignal() else { throw ProgramCallError("watch a program", errno) }
    let run = ProgramRun(call, clocks, stop)
    let outcome = try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let code = DetachedThread.start(named: "netwatch-exec") {
          continuation.resume(with: Result { try run.watch() })
        }
        guard let code else { return }
        continuation.resume(throwing: ProgramCallError("start a thread for a program", code))
      }
    } onCancel: {
      stop.send()
    }
    // What has done its work before it was asked to end has done it.
    if outcome.end != .exited(0) || outcome.isTimedOut { try Task.checkCancellation() }
    return outcome
  }

  private func watch() throws(ProgramCallError) -> ProgramOutcome {
    var pipe = try OutputPipe.open()
    let process = try WatchedProcess.start(call, output: pipe)
    pipe.closeWriter()
    return process.watch(call, pipe, stop: stop, now: clocks.boot)
  }
}
