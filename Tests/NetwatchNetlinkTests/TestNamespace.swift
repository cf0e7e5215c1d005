import NetwatchCore
import NetwatchTestSupport
import Testing

/// A namespace with what a test of netlink wants in it, gone when the test ends, however it ends.
final class TestNamespace: Sendable {
  private let sandbox: NetworkSandbox

  var name: String { sandbox.name }
  var namespace: NetworkNamespace { sandbox.namespace }

  /// Makes a namespace and runs `ip` commands in it.
  init(_ commands: String...) throws {
    sandbox = try NetworkSandbox()
    for command in commands { try ip(command) }
  }

  /// Two veth ends, v0 and v1, both up.
  static func withVeth(_ commands: String...) throws -> TestNamespace {
    let namespace = try TestNamespace(
      "link add v0 type veth peer name v1",
      "link set v0 up",
      "link set v1 up"
    )
    for command in commands { try namespace.ip(command) }
    return namespace
  }

  func ip(_ command: String) throws {
    try sandbox.ip(command)
  }

  func bridge(_ command: String) throws {
    let words = command.split(separator: " ").map(String.init)
    try ChildProcess.check(["bridge", "-n", name] + words)
  }

  func sysctl(_ key: String, _ value: String) throws {
    try sandbox.sysctl(key, value)
  }

  /// Runs many `ip` commands in one process.
  func batch(_ commands: [String]) throws {
    try sandbox.batch(commands)
  }
}

extension Trait where Self == ConditionTrait {
  /// For tests that make network namespaces.
  static var needsNamespaces: Self {
    .enabled(if: NetworkSandbox.isAvailable, "making a network namespace takes root")
  }

  /// For tests of what the root of a user namespace may not do: buffers beyond the limit, other uids.
  static var needsHostRoot: Self {
    .enabled(if: Privilege.isHostRoot, "it takes root outside a user namespace")
  }
}
