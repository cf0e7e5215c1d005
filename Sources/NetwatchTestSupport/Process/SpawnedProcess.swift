import CLinux
import Glibc

/// A child just started, with this side's ends of its pipes.
struct SpawnedProcess: ~Copyable {
  let handle: ProcessHandle
  /// `nil` where the child reads /dev/null.
  var stdin: Descriptor?
  var stdout: Descriptor
  var stderr: Descriptor

  /// Starts a program found along PATH.
  ///
  /// The child gets descriptors 0, 1 and 2 and no other, and every signal in its default state. The
  /// ends of the pipes on this side do not block.
  static func start(
    _ arguments: [String],
    environment: [String: String]? = nil,
    hasInput: Bool
  ) throws -> SpawnedProcess {
    let output = try Descriptor.pipe()
    let errors = try Descriptor.pipe()
    var input: Pipe? = hasInput ? try Descriptor.pipe() : nil
    try output.reader.setNonBlocking()
    try errors.reader.setNonBlocking()
    try input?.writer.setNonBlocking()
    let pid = try spawn(
      arguments,
      environment: environment,
      stdin: input?.reader.number,
      stdout: output.writer.number,
      stderr: errors.writer.number
    )
    let handle = try ProcessHandle(pid: pid)
    let stdin = input.take()?.takeWriter()
    return SpawnedProcess(
      handle: handle,
      stdin: stdin,
      stdout: output.takeReader(),
      stderr: errors.takeReader()
    )
  }
}

private func spawn(
  _ arguments: [String],
  environment: [String: String]?,
  stdin: CInt?,
  stdout: CInt,
  stderr: CInt
) throws -> pid_t {
  var actions = posix_spawn_file_actions_t()
  posix_spawn_file_actions_init(&actions)
  defer { posix_spawn_file_actions_destroy(&actions) }
  if let stdin {
    posix_spawn_file_actions_adddup2(&actions, stdin, 0)
  } else {
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
  }
  posix_spawn_file_actions_adddup2(&actions, stdout, 1)
  posix_spawn_file_actions_adddup2(&actions, stderr, 2)
  posix_spawn_file_actions_addclosefrom_np(&actions, 3)

  var attributes = posix_spawnattr_t()
  posix_spawnattr_init(&attributes)
  defer { posix_spawnattr_destroy(&attributes) }
  resetSignals(&attributes)

  var pid = pid_t()
  let program = arguments.first ?? ""
  let variables = try environment?.map { "\($0.key)=\($0.value)" } ?? ownEnvironment()
  let code = withCStrings(arguments) { arguments in
    withCStrings(variables) { variables in
      posix_spawnp(&pid, program, &actions, &attributes, arguments, variables)
    }
  }
  try checkCode("start \(program)", code)
  return pid
}

/// A test runner may ignore or block signals; a child that inherits that cannot be ended by them.
private func resetSignals(_ attributes: inout posix_spawnattr_t) {
  var none = sigset_t()
  var all = sigset_t()
  sigemptyset(&none)
  sigfillset(&all)
  posix_spawnattr_setsigmask(&attributes, &none)
  posix_spawnattr_setsigdefault(&attributes, &all)
  posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
}

/// The variables that this process was started with; `environ` is a global that may change.
private func ownEnvironment() throws -> [String] {
  try SmallFile.read("/proc/self/environ").split(separator: "\0").map(String.init)
}

/// Hands strings to a C call as an array that ends with a null pointer.
private func withCStrings<Result>(
  _ strings: [String],
  _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
) -> Result {
  let copies: [UnsafeMutablePointer<CChar>?] = strings.map { strdup($0) }
  defer { for copy in copies { free(copy) } }
  return body(copies + [nil])
}
