import NetwatchTestSupport

/// Runs the `netwatch` that was built along with the tests, as a client of a service.
enum Asking {
  static let netwatch = BuiltProgram.path("netwatch")

  /// Runs it to its end.
  ///
  /// - Parameters:
  ///   - arguments: The command, and what it is told.
  ///   - socket: The service's socket, by way of the environment.
  ///   - variables: More of its environment.
  ///   - input: What it reads.
  /// - Returns: How it ended, and what it wrote.
  /// - Throws: As `ChildProcess.run`.
  static func run(
    _ arguments: [String],
    at socket: String = "/nowhere",
    variables: [String: String] = [:],
    input: String? = nil
  ) async throws -> ProcessOutput {
    let usual = ["NETWATCH_SOCKET": socket, "TZ": "UTC", "PATH": "/usr/bin:/bin"]
    return try await awaitThread {
      try ChildProcess.run(
        [netwatch] + arguments,
        environment: usual.merging(variables) { $1 },
        input: input,
        limit: .seconds(20)
      )
    }
  }
}

extension ProcessOutput {
  /// What went wrong, where it is told in one line.
  var complaint: String? {
    stderr.hasPrefix("netwatch: ") && stderr.split(separator: "\n").count == 1
      ? String(stderr.dropFirst("netwatch: ".count).dropLast()) : nil
  }
}
