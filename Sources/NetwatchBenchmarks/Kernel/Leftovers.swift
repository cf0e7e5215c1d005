import CLinux
import Glibc
import Synchronization

/// What must not outlive the benchmarks: processes they started and namespaces they made.
///
/// In good order each is removed by its owner. On SIGINT, SIGTERM and SIGHUP a thread that does
/// nothing else removes the rest and ends the program.
enum Leftovers {
  private struct State {
    var processes: Set<pid_t> = []
    var namespaces: Set<String> = []
  }

  private static let state = Mutex(State())

  /// Begins to watch for signals; to be called before there is a second thread.
  static func removeOnSignals() {
    var signals = endingSignals
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    var thread = pthread_t()
    let status = pthread_create(
      &thread,
      nil,
      { _ in
        Leftovers.removeAfterSignal()
        return nil
      },
      nil
    )
    guard status == 0 else { preconditionFailure("the thread for signals can't be started") }
  }

  private static var endingSignals: sigset_t {
    var signals = sigset_t()
    sigemptyset(&signals)
    for signal in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&signals, signal) }
    return signals
  }

  /// The lock is kept to the end, so that nothing new begins meanwhile.
  private static func removeAfterSignal() {
    var signals = endingSignals
    var signal: CInt = 0
    sigwait(&signals, &signal)
    state.withLock { state in
      for process in state.processes { end(process) }
      for namespace in state.namespaces { removeNamespace(namespace) }
      _exit(128 + signal)
    }
  }

  private static func removeNamespace(_ name: String) {
    let command = ["ip", "netns", "delete", name]
    guard let process = try? Spawn.start(command, input: nil, output: nil) else { return }
    waitpid(process, nil, 0)
  }
}

// MARK: - Processes

extension Leftovers {
  /// Starts a process and remembers it.
  static func startProcess(
    _ start: () throws(BenchmarkError) -> pid_t
  ) throws(BenchmarkError) -> pid_t {
    try state.withLock { state throws(BenchmarkError) in
      let process = try start()
      state.processes.insert(process)
      return process
    }
  }

  /// Waits until a process has ended by itself.
  ///
  /// - Returns: Its exit status, or 128 + N where signal N ended it.
  static func waitForProcess(_ process: pid_t) -> CInt {
    // Waiting without reaping first: until the lock is held the number must stay the process's own.
    var information = siginfo_t()
    while waitid(P_PID, id_t(process), &information, WEXITED | WNOWAIT) < 0, errno == EINTR {}
    return state.withLock { state in
      state.processes.remove(process)
      var status: CInt = 0
      waitpid(process, &status, 0)
      let signal = status & 0x7F
      return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
    }
  }

  /// Ends a process, where it has not been waited for yet.
  static func endProcess(_ process: pid_t) {
    state.withLock { state in
      guard state.processes.remove(process) != nil else { return }
      end(process)
    }
  }

  /// Asks a process to end, and after two seconds insists.
  private static func end(_ process: pid_t) {
    kill(process, SIGTERM)
    for _ in 0..<200 {
      guard waitpid(process, nil, WNOHANG) == 0 else { return }
      Stopwatch.pause(seconds: 0.01)
    }
    kill(process, SIGKILL)
    waitpid(process, nil, 0)
  }
}

// MARK: - Namespaces

extension Leftovers {
  /// Remembers a namespace that is about to be made.
  static func addNamespace(_ name: String) {
    state.withLock { _ = $0.namespaces.insert(name) }
  }

  /// Forgets a namespace that has been removed.
  static func forgetNamespace(_ name: String) {
    state.withLock { _ = $0.namespaces.remove(name) }
  }
}
