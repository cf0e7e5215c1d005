internal import CLinux
internal import Glibc

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
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    setSignals(&attributes)
    let arguments = unsafe CommandLine.unsafeArgv + (Int(CommandLine.argc) - argumentCount)
    guard let file = unsafe arguments[0] else { throw ProgramError(name: name, number: ENOENT) }
    var pid = pid_t()
    let code = unsafe posix_spawnp(
      &pid,
      file,
      nil,
      &attributes,
      arguments,
      linux_environment()
    )
    guard code == 0 else { throw ProgramError(name: name, number: code) }
    return pid
  }

  private func setSignals(_ attributes: inout posix_spawnattr_t) {
    var mask = mask
    unsafe posix_spawnattr_setsigmask(&attributes, &mask)
    var defaults = sigset_t()
    unsafe sigemptyset(&defaults)
    if !StandardStreams.isClosedPipeIgnored { unsafe sigaddset(&defaults, SIGPIPE) }
    unsafe posix_spawnattr_setsigdefault(&attributes, &defaults)
    let flags = Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF)
    unsafe posix_spawnattr_setflags(&attributes, flags)
  }
}
