internal import CLinux
internal import Glibc

/// A program to be run by itself, without a shell, and with nothing of this process.
package struct ProgramCall: Hashable, Sendable {
  /// Its path.
  package var path: String

  /// Its arguments, its own name aside.
  package var arguments: [String] = []

  /// All of its environment.
  package var environment: [String: String] = [:]

  /// The folder that it is run in.
  package var folder = "/"

  /// How long it may run; then it is asked to end (SIGTERM).
  package var timeout: Duration

  /// How long it may take to end when it is asked to; then it is ended (SIGKILL).
  package var grace = Duration.seconds(5)

  /// How many bytes of its output are kept, the last ones.
  package var outputLimit = 4096

  package init(path: String, timeout: Duration) {
    self.path = path
    self.timeout = timeout
  }
}

extension ProgramCall {
  /// Starts it as the leader of a session, with nothing to read and its output going to a descriptor.
  ///
  /// - Returns: The number of the process.
  /// - Throws: ``ProgramCallError``.
  func start(output: CInt) throws(ProgramCallError) -> pid_t {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    // In this order: the descriptor of the output may be 0.
    unsafe posix_spawn_file_actions_adddup2(&actions, output, 1)
    unsafe posix_spawn_file_actions_adddup2(&actions, output, 2)
    unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    unsafe posix_spawn_file_actions_addclosefrom_np(&actions, 3)
    unsafe posix_spawn_file_actions_addchdir_np(&actions, folder)
    var spawn = Spawn.clean
    spawn.leadsSession = true
    let variables = environment.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    let (pid, code) = unsafe withCStrings([path] + arguments) { arguments in
      unsafe withCStrings(variables) { variables in
        unsafe spawn.start(path, arguments: arguments, environment: variables, actions: &actions)
      }
    }
    guard code == 0 else { throw error(code) }
    return pid
  }

  /// The system does not say which of the two it was.
  private func error(_ code: CInt) -> ProgramCallError {
    let isFolder = unsafe access(folder, X_OK) != 0
    return ProgramCallError("run '\(path)'\(isFolder ? " in '\(folder)'" : "")", code)
  }
}

/// Hands strings to a call of C as an array that ends with null.
private func withCStrings<Result>(
  _ strings: [String],
  _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
) -> Result {
  let copies: [UnsafeMutablePointer<CChar>?] = unsafe strings.map { unsafe strdup($0) } + [nil]
  defer { unsafe copies.forEach { unsafe free($0) } }
  return unsafe copies.withUnsafeBufferPointer { copies in
    guard let base = copies.baseAddress else { preconditionFailure("There is a null at least.") }
    return unsafe body(base)
  }
}

/// Why a program could not be run, whatever the program itself thinks of it.
package struct ProgramCallError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The error number of errno(3).
  package let code: CInt

  private let action: String

  init(_ action: String, _ code: CInt) {
    self.action = action
    self.code = code
  }

  package var description: String {
    "cannot \(action): \(errorText(code).lowercased())"
  }
}
