import CLinux
import Glibc
import NetwatchCore

/// A program that runs beside the test.
///
/// Everything it writes is read and kept at once, so it never waits for the test. When the object
/// goes, a process that still runs is killed and reaped.
///
/// To run it inside a network namespace, prefix its arguments with `ip netns exec NAME`.
package final class ChildProcess: Sendable {
  /// What the program reads.
  package enum Input: Sendable {
    /// Nothing: /dev/null.
    case none
    /// This text, and then the end.
    case text(String)
    /// What ``ChildProcess/write(_:)`` gives it, until ``ChildProcess/closeInput()``.
    case written
  }

  /// The number of the process.
  package let pid: Int32

  private let handle: ProcessHandle
  let stdin: Lock<Descriptor?>
  let captured: CapturedOutput
  private let thread: JoinableThread

  private init(
    handle: ProcessHandle,
    stdin: consuming sending Descriptor?,
    captured: CapturedOutput,
    thread: JoinableThread
  ) {
    pid = handle.pid
    self.handle = handle
    self.stdin = Lock(stdin)
    self.captured = captured
    self.thread = thread
  }

  deinit {
    handle.signal(SIGKILL)
    thread.join()
  }

  /// Starts a program found along PATH.
  ///
  /// - Parameters:
  ///   - arguments: The program and its arguments.
  ///   - environment: All of its variables; `nil` for those of this process.
  ///   - input: What it reads.
  /// - Returns: The running program.
  /// - Throws: ``SystemCallFailure`` where it cannot be started.
  package static func start(
    _ arguments: [String],
    environment: [String: String]? = nil,
    input: Input = .none
  ) throws -> ChildProcess {
    var (text, hasInput) = ([UInt8](), true)
    switch input {
    case .none: hasInput = false
    case .text(let given): text = Array(given.utf8)
    case .written: break
    }
    var process = try SpawnedProcess.start(
      arguments,
      environment: environment,
      hasInput: hasInput
    )
    var kept: Descriptor?
    if case .written = input { kept = process.stdin.take() }
    let (handle, captured) = (process.handle, CapturedOutput())
    let thread = try captured.follow(ProcessPump(process, input: text))
    return ChildProcess(handle: handle, stdin: kept, captured: captured, thread: thread)
  }

  /// How the process ended, or `nil` while it runs or its last output is being read.
  package var status: ProcessStatus? { captured.state.withLock { $0.status } }

  /// All that the process has written to standard output so far.
  package var stdout: String {
    captured.state.withLock { String(decoding: $0.stdout, as: UTF8.self) }
  }

  /// All that the process has written to standard error so far.
  package var stderr: String {
    captured.state.withLock { String(decoding: $0.stderr, as: UTF8.self) }
  }

  /// Whether the process still ran and got the signal.
  @discardableResult
  package func signal(_ number: CInt) -> Bool { handle.signal(number) }

  /// Asks the process to end (SIGTERM).
  package func terminate() { signal(SIGTERM) }
}
