internal import CLinux
internal import Glibc
internal import NetwatchCore
internal import NetwatchSystem

/// Runs one program at a time, hands it the signals that this process gets, and knows when all is over.
final class Supervisor: Sendable {
  private struct Child {
    let pid: pid_t
    let end: CheckedContinuation<ProgramEnd, any Error>
  }

  private struct State {
    var child: Child?
    var interruption: Interruption?
  }

  /// Those that ask to end; no attempt is begun after one of them.
  private static let endings = [SIGHUP, SIGINT, SIGQUIT, SIGTERM]

  /// All that are read instead of being obeyed.
  static let signals = endings + [SIGUSR1, SIGUSR2, SIGTSTP, SIGCONT, SIGCHLD]

  private let reporter: RunReporter
  private let stop = StopSign()
  private let state = Lock(State())

  init(reporter: RunReporter) {
    self.reporter = reporter
  }

  /// What has ended all trying, or `nil` while nothing has.
  var interruption: Interruption? { state.withLock { $0.interruption } }

  /// Returns when something ends all trying, or when the task is cancelled.
  func interrupted() async throws { _ = try await stop.wait() }

  /// Starts a program and waits for its end, even when the task is cancelled meanwhile: there is no
  /// leaving it behind.
  ///
  /// - Parameters:
  ///   - program: The program.
  ///   - started: Called with the number of the process.
  /// - Returns: How it ended.
  /// - Throws: ``ProgramError``; `CancellationError` where something has ended all trying.
  func run(_ program: Program, started: (pid_t) -> Void) async throws -> ProgramEnd {
    try await withCheckedThrowingContinuation { end in
      do {
        let pid = try state.withLock { state in
          guard state.interruption == nil else { throw CancellationError() }
          let pid = try program.start()
          state.child = Child(pid: pid, end: end)
          return pid
        }
        started(pid)
      } catch {
        end.resume(throwing: error)
      }
    }
  }

  /// Ends all trying; of several reasons the first counts, but the deadline always does.
  func interrupt(_ interruption: Interruption) {
    state.withLock { state in
      if case .deadline = interruption { state.interruption = nil }
      state.interruption = state.interruption ?? interruption
    }
    stop.raise()
  }

  /// Takes note that the time allowed is over, and asks the program to end, where one runs.
  func deadlinePassed(_ limit: Duration) {
    reporter.report(.deadlinePassed(limit, running: state.withLock { $0.child?.pid }))
    interrupt(.deadline)
    send(SIGTERM)
    // One that is stopped has to go on in order to end.
    send(SIGCONT)
  }

  /// Sends a signal to the program, where one runs.
  func send(_ signal: Int32) {
    // Under the lock: the number is the program's own until it is taken out.
    state.withLock { state in
      if let pid = state.child?.pid { kill(pid, signal) }
    }
  }
}

// MARK: - Signals

extension Supervisor {
  /// Deals with the signals that have come; to be called on the loop's thread.
  func signalsArrived(at descriptor: SignalDescriptor) {
    while let signal = descriptor.next() { take(signal) }
  }

  private func take(_ signal: ReceivedSignal) {
    guard signal.number != SIGCHLD else { return reap() }
    pass(signal)
    switch signal.number {
    case SIGTSTP: Self.stopThisProcess()
    case let number where Self.endings.contains(number): interrupt(.signal(number))
    default: break
    }
  }

  /// What the terminal sends goes to the whole process group; a program that is still in it has it.
  private func pass(_ signal: ReceivedSignal) {
    let pid = state.withLock { $0.child?.pid }
    let isPassedOn = pid.map { !signal.isFromKernel || getpgid($0) != getpgrp() } ?? false
    reporter.report(.signalReceived(signal.number, passedTo: isPassedOn ? pid : nil))
    if isPassedOn { send(signal.number) }
  }

  /// Takes out all children that have ended: beside the program those that the process was started with,
  /// and in a container those of others that have died.
  private func reap() {
    var status: Int32 = 0
    while true {
      let pid = unsafe waitpid(-1, &status, WNOHANG)
      guard pid > 0 else { return }
      ended(pid, ProgramEnd(waitStatus: status))
    }
  }

  private func ended(_ pid: pid_t, _ end: ProgramEnd) {
    let child = state.withLock { state -> Child? in
      guard state.child?.pid == pid else { return nil }
      defer { state.child = nil }
      return state.child
    }
    child?.end.resume(returning: end)
  }

  /// Stops this process until it is continued, as Ctrl-Z stops one that does not read the signal; the
  /// kernel knows when there is nobody who would continue it, and then does nothing.
  private static func stopThisProcess() {
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe sigaddset(&signals, SIGTSTP)
    raise(SIGTSTP)
    unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
  }
}
