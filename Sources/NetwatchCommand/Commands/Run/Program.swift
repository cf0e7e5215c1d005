internal import CLinux
internal import Glibc
internal import NetwatchSystem

/// The program that `run` runs.
struct Program: Sendable {
  /// Its name, for people.
  let name: String

  /// How many of the last arguments of this process are its own, the name included.
  let argumentCount: Int

  /// The signals that it starts with blocked.
  let mask: sigset_t

  /// Starts it, found along PATH, without a shell.
  ///
  /// It gets this process's environment, descriptors 0, 1, 2 and what else was handed to this process,
  /// the signals blocked and ignored that were so when this process began, and its arguments byte by
  /// byte: they need not be UTF-8.
  ///
  /// - Returns: The number of the process.
  func start() throws(ProgramError) -> pid_t {
    var spawn = Spawn(blocked: mask, defaults: defaults)
    spawn.searchesPath = true
    let arguments = unsafe CommandLine.unsafeArgv + (Int(CommandLine.argc) - argumentCount)
    guard let file = unsafe arguments[0] else { throw ProgramError(name: name, number: ENOENT) }
    let (pid, code) = unsafe spawn.start(
      file,
      arguments: arguments,
      environment: linux_environment()
    )
    guard code == 0 else { throw ProgramError(name: name, number: code) }
    return pid
  }

  private var defaults: sigset_t {
    var defaults = sigset_t()
    unsafe sigemptyset(&defaults)
    if !StandardStreams.isClosedPipeIgnored { unsafe sigaddset(&defaults, SIGPIPE) }
    return defaults
  }
}
