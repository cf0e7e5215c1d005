import NetwatchTestSupport

/// The worker, as a service manager starts it.
enum Service {
  static var program: String { BuiltProgram.path("NetwatchSystemdTestWorker") }

  /// Runs the worker to its end, with nothing in its environment but this.
  static func run(
    _ arguments: [String],
    _ environment: [String: String] = [:]
  ) async throws -> ProcessOutput {
    try await awaitThread {
      try ChildProcess.run([program] + arguments, environment: environment)
    }
  }

  /// Runs the worker with its process made ready by lines of Python, which end in an exec of it: for
  /// variables that hold the number of the process, and for descriptors.
  static func run(_ arguments: [String], after python: String) async throws -> ProcessOutput {
    let script = """
      import os, socket
      \(python)
      os.environ["LISTEN_PID"] = os.environ["WATCHDOG_PID"] = str(os.getpid())
      os.execv("\(program)", ["worker"] + \(arguments))
      """
    return try await awaitThread { try ChildProcess.run(["python3", "-c", script]) }
  }
}
