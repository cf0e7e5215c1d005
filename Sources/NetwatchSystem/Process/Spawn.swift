package import CLinux
package import Glibc

/// How a program is started (posix_spawn(3)).
package struct Spawn {
  /// The signals that it starts with blocked.
  package var blocked: sigset_t

  /// The signals that it does not ignore, even where this process does.
  package var defaults: sigset_t

  /// Whether it leads a session, and with it a process group, of its own.
  package var leadsSession = false

  /// Whether a name without a slash is looked for along PATH.
  package var searchesPath = false

  package init(blocked: sigset_t, defaults: sigset_t) {
    self.blocked = blocked
    self.defaults = defaults
  }

  /// With no signal blocked and none ignored.
  package static var clean: Spawn {
    var (none, all) = (sigset_t(), sigset_t())
    unsafe sigemptyset(&none)
    unsafe sigfillset(&all)
    return Spawn(blocked: none, defaults: all)
  }

  /// Starts it.
  ///
  /// - Parameters:
  ///   - file: Its path, or its name.
  ///   - arguments: Those of the program, its own name first; null ends them.
  ///   - environment: Its variables; null ends them.
  ///   - actions: What is done about descriptors and the folder first; null: nothing.
  /// - Returns: The number of the process, or the error number.
  package func start(
    _ file: UnsafePointer<CChar>,
    arguments: UnsafePointer<UnsafeMutablePointer<CChar>?>,
    environment: UnsafePointer<UnsafeMutablePointer<CChar>?>?,
    actions: UnsafePointer<posix_spawn_file_actions_t>? = nil
  ) -> (pid: pid_t, code: CInt) {
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    set(&attributes)
    var pid = pid_t()
    let spawn = unsafe searchesPath ? posix_spawnp : posix_spawn
    let code = unsafe spawn(&pid, file, actions, &attributes, arguments, environment)
    return (pid, code)
  }

  private func set(_ attributes: inout posix_spawnattr_t) {
    var (blocked, defaults) = (blocked, defaults)
    unsafe posix_spawnattr_setsigmask(&attributes, &blocked)
    unsafe posix_spawnattr_setsigdefault(&attributes, &defaults)
    var flags = Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF)
    if leadsSession { flags |= linux_spawn_new_session }
    unsafe posix_spawnattr_setflags(&attributes, flags)
  }
}
