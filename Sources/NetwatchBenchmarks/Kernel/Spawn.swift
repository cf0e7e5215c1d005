import CLinux
import Glibc

/// Starting a program.
enum Spawn {
  /// Starts a program in the calling thread's network namespace.
  ///
  /// All get the same small environment, and no blocked or ignored signal of this process.
  ///
  /// - Parameters:
  ///   - command: The program, looked up in PATH, and its arguments.
  ///   - input: The descriptor that becomes its standard input; nil for /dev/null.
  ///   - output: The descriptor that becomes its standard output; nil for /dev/null.
  /// - Returns: The process, to be waited for.
  /// - Throws: ``BenchmarkError`` where it could not be started.
  static func start(
    _ command: [String],
    input: CInt?,
    output: CInt?
  ) throws(BenchmarkError) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    connect(&actions, STDIN_FILENO, to: input)
    connect(&actions, STDOUT_FILENO, to: output)

    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    resetSignals(&attributes)

    let arguments = command.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    let environment = environment.map { strdup($0) } + [nil]
    defer { for variable in environment { free(variable) } }

    var process: pid_t = 0
    errno = posix_spawnp(&process, command[0], &actions, &attributes, arguments, environment)
    guard errno == 0 else { throw .systemCall("starting \(command[0])") }
    return process
  }

  private static var environment: [String] {
    ["LC_ALL=C", "PATH=\(getenv("PATH").map { String(cString: $0) } ?? "/usr/sbin:/usr/bin")"]
  }

  private static func connect(
    _ actions: inout posix_spawn_file_actions_t,
    _ descriptor: CInt,
    to source: CInt?
  ) {
    if let source {
      posix_spawn_file_actions_adddup2(&actions, source, descriptor)
    } else {
      posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
    }
  }

  private static func resetSignals(_ attributes: inout posix_spawnattr_t) {
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    var ignored = sigset_t()
    sigemptyset(&ignored)
    sigaddset(&ignored, SIGPIPE)
    posix_spawnattr_setsigdefault(&attributes, &ignored)
    let flags = CInt(POSIX_SPAWN_SETSIGMASK) | CInt(POSIX_SPAWN_SETSIGDEF)
    posix_spawnattr_setflags(&attributes, Int16(flags))
  }
}
