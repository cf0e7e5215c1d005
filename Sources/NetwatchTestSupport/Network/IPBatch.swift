import CLinux
import Glibc

/// One long-lived `ip -batch` process that runs commands as they come, for tests that make many.
///
/// Every chunk is followed by a command that `ip` does not know. Its complaint reaches standard
/// error, which is not buffered, once everything before it has been done, and costs no request to
/// the kernel. A command that fails is named there by its line number.
package struct IPBatch: ~Copyable {
  private let namespace: String
  private var process: SpawnedProcess
  private var report = IPBatchReport()
  /// How many lines the process has been given.
  private var lineCount = 0

  /// So many lines and their complaints fit into a pipe: neither side waits for the other.
  private static let chunkSize = 64

  private static let limit = Duration.seconds(30)

  /// Starts the process in a namespace.
  package init(in namespace: String) throws {
    self.namespace = namespace
    process = try Self.start(in: namespace)
  }

  /// Runs one command, such as `route add 203.0.113.0/24 dev v0`.
  ///
  /// - Returns: `nil` where it succeeded, or else what `ip` said of its failure.
  package mutating func run(_ command: String) throws -> String? {
    try runChunk([command])[0]
  }

  /// Runs commands in order, a failed one not stopping the others.
  ///
  /// - Returns: For each command `nil`, or what `ip` said of its failure.
  package mutating func run(_ commands: [String]) throws -> [String?] {
    var outcomes: [String?] = []
    var rest = commands[...]
    while !rest.isEmpty {
      outcomes += try runChunk(Array(rest.prefix(Self.chunkSize)))
      rest = rest.dropFirst(Self.chunkSize)
    }
    return outcomes
  }

  private mutating func runChunk(_ commands: [String]) throws -> [String?] {
    let lines = (commands + [IPBatchReport.marker]).map { $0 + "\n" }.joined()
    let first = lineCount + 1
    lineCount += commands.count + 1
    try write(lines)
    while !report.failures.keys.contains(lineCount) {
      guard try readMore() else { return try restart(after: commands) }
    }
    let failures = report.takeFailures()
    return commands.indices.map { failures[first + $0] }
  }

  private func write(_ lines: String) throws {
    guard let number = process.stdin.number else {
      preconditionFailure("A batch is started with an input.")
    }
    try writeAll(number, Array(lines.utf8))
  }

  /// Whether there was more to read; `false` where the process has ended.
  private mutating func readMore() throws -> Bool {
    let deadline = Deadline(within: Self.limit)
    guard waitFor(POLLIN, on: process.stderr.number, until: deadline) else {
      throw TimeLimitExceeded(operation: "A command of `ip -batch`", limit: Self.limit)
    }
    guard case .bytes(let bytes) = readAvailable(process.stderr.number) else { return false }
    report.append(bytes)
    return true
  }

  /// Some syntax errors end `ip` in spite of `-force`: of a single command that is known to be the
  /// outcome, of one among many it is not known which.
  private mutating func restart(after commands: [String]) throws -> [String?] {
    let message = report.unfinishedMessage
    process = try Self.start(in: namespace)
    report = IPBatchReport()
    lineCount = 0
    if commands.count == 1 { return [message] }
    throw CommandFailure(arguments: ["ip", "-batch"], status: .exited(255), stderr: message)
  }

  private static func start(in namespace: String) throws -> SpawnedProcess {
    // Nobody reads what the commands print: in a pipe it would block them in the end.
    let script = #"exec ip -n "$0" -force -batch - >/dev/null"#
    return try .start(["sh", "-c", script, namespace], hasInput: true)
  }
}
