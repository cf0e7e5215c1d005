import Glibc
import NetwatchCore
import Testing

/// A network namespace of the test's own, gone when the test ends, however it ends.
final class TestNamespace: Sendable {
  struct CommandFailed: Error {
    let command: String
    let status: Int32
  }

  private static let created = Lock(0)

  let name: String

  var namespace: NetworkNamespace { .named(name) }

  /// Makes a namespace and runs `ip` commands in it.
  init(_ commands: String...) throws {
    let number = Self.created.withLock { count in
      count += 1
      return count
    }
    name = "nw-nl-\(getpid())-\(number)"
    try Self.run("/sbin/ip netns add \(name)")
    for command in commands { try ip(command) }
  }

  deinit {
    try? Self.run("/sbin/ip netns delete \(name)")
  }

  /// Two veth ends, v0 and v1, both up.
  static func withVeth(_ commands: String...) throws -> TestNamespace {
    let namespace = try TestNamespace(
      "link set lo up",
      "link add v0 type veth peer name v1",
      "link set v0 up",
      "link set v1 up"
    )
    for command in commands { try namespace.ip(command) }
    return namespace
  }

  func ip(_ command: String) throws {
    try Self.run("/sbin/ip -n \(name) \(command)")
  }

  func bridge(_ command: String) throws {
    try Self.run("/sbin/bridge -n \(name) \(command)")
  }

  /// Sets a kernel parameter, for example `net.ipv4.nexthop_compat_mode=0`.
  func sysctl(_ assignment: String) throws {
    try Self.run("/sbin/ip netns exec \(name) /sbin/sysctl -qw \(assignment)")
  }

  /// Runs many `ip` commands in one process.
  func batch(_ commands: [String]) throws {
    let path = "/tmp/\(name).batch"
    defer { unlink(path) }
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    let text = Array((commands.joined(separator: "\n") + "\n").utf8)
    let written = write(file, text, text.count)
    close(file)
    guard written == text.count else { throw CommandFailed(command: "write", status: errno) }
    try ip("-batch \(path)")
  }

  private static func run(_ command: String) throws {
    let words = command.split(separator: " ").map(String.init)
    var arguments = words.map { strdup($0) } + [nil]
    defer { arguments.forEach { free($0) } }
    var environment = [strdup("PATH=/usr/sbin:/usr/bin:/sbin:/bin"), nil]
    defer { environment.forEach { free($0) } }
    var process = pid_t()
    var status = posix_spawn(&process, words[0], nil, nil, &arguments, &environment)
    if status == 0 { waitpid(process, &status, 0) }
    guard status == 0 else { throw CommandFailed(command: command, status: status) }
  }
}

extension Trait where Self == ConditionTrait {
  /// For tests that make network namespaces, which takes root.
  static var needsNamespaces: Self {
    .enabled(if: geteuid() == 0, "making a network namespace takes root")
  }

  /// For tests of what the root of a user namespace may not do: buffers beyond the limit, other uids.
  static var needsHostRoot: Self {
    .enabled(if: geteuid() == 0 && hasAllUsers, "it takes root outside a user namespace")
  }
}

/// Whether user 1234 exists here, which it does not where a user namespace maps root alone.
private var hasAllUsers: Bool {
  var map = [UInt8](repeating: 0, count: 256)
  let file = open("/proc/self/uid_map", O_RDONLY)
  defer { close(file) }
  let count = read(file, &map, map.count)
  let fields = map.prefix(max(0, count)).split(whereSeparator: { $0 <= UInt8(ascii: " ") })
  return fields.map { String(decoding: $0, as: UTF8.self) } == ["0", "0", "4294967295"]
}

/// Whether a condition comes true within five seconds; for what the kernel does in its own time.
func eventually(_ condition: () throws -> Bool) rethrows -> Bool {
  for _ in 0..<500 {
    if try condition() { return true }
    usleep(10_000)
  }
  return false
}
