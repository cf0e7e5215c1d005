import CLinux
import Glibc

/// A program that runs beside the tests, and is ended with its owner.
final class ChildProcess: Sendable {
  private let id: pid_t
  private let output: CInt

  /// Starts a program found in PATH; what it writes to its standard output is kept.
  init(_ arguments: [String]) throws {
    var ends: [CInt] = [0, 0]
    try check("pipe2", linux_pipe2(&ends, O_CLOEXEC))
    defer { close(ends[1]) }
    output = ends[0]
    id = try Self.spawn(arguments, output: ends[1])
  }

  deinit {
    kill(id, SIGKILL)
    waitpid(id, nil, 0)
    close(output)
  }

  /// Runs a program to its end.
  static func run(_ arguments: [String]) throws {
    let child = try ChildProcess(arguments)
    while !child.readOutput().isEmpty {}
    var info = siginfo_t()
    // Leaves the status for `deinit` to collect.
    try check("waitid", waitid(P_PID, id_t(child.id), &info, WEXITED | WNOWAIT))
    guard info.si_code == CLD_EXITED, info._sifields._sigchld.si_status == 0 else {
      throw SystemError(operation: arguments.joined(separator: " "))
    }
  }

  /// Reads output until it holds a line with this beginning, and returns the rest of that line.
  func line(after beginning: String) throws -> String {
    var text = ""
    while true {
      let part = readOutput()
      guard !part.isEmpty else { throw SystemError(operation: "waiting for \(beginning)") }
      text += part
      for line in text.split(separator: "\n").dropLast(text.hasSuffix("\n") ? 0 : 1)
      where line.hasPrefix(beginning) {
        return String(line.dropFirst(beginning.count))
      }
    }
  }

  private func readOutput() -> String {
    var buffer = [UInt8](repeating: 0, count: 1_024)
    let length = read(output, &buffer, buffer.count)
    return String(decoding: buffer.prefix(max(length, 0)), as: UTF8.self)
  }

  private static func spawn(_ arguments: [String], output: CInt) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, output, 1)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    let copies = arguments.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    var id = pid_t()
    guard posix_spawnp(&id, arguments[0], &actions, nil, copies + [nil], [nil]) == 0 else {
      throw SystemError(operation: "posix_spawnp \(arguments[0])")
    }
    return id
  }
}
