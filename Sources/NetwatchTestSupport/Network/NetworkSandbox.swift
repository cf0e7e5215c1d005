import CLinux
import Glibc
package import NetwatchCore

/// A network namespace of a test's own, deleted with the object.
///
/// A global is never destroyed: keep the object in a local variable or a suite, or delete it by hand.
/// Its name says which process made it, so that what a killed run left behind can be told from what
/// is in use.
package final class NetworkSandbox: Sendable {
  /// The name that `ip netns` knows it by: `nw-PID-NUMBER`.
  package let name: String

  private let isDeleted = Lock(false)
  private static let lastNumber = Lock(0)

  /// Makes a namespace whose loopback interface is up.
  package init() throws {
    name = try Self.makeNamespace()
    try ip("link set lo up")
  }

  deinit { try? delete() }

  /// Whether this process may make namespaces: it is root, or in a user namespace of its own.
  package static let isAvailable = (try? NetworkSandbox()) != nil

  /// How the parts that read the kernel name this namespace.
  package var namespace: NetworkNamespace { .named(name) }

  /// Deletes the namespace and every interface in it; the second time nothing happens.
  package func delete() throws {
    let wasDeleted = isDeleted.withLock { isDeleted in
      defer { isDeleted = true }
      return isDeleted
    }
    if !wasDeleted { try ChildProcess.check(["ip", "netns", "del", name]) }
  }

  private static func makeNamespace() throws -> String {
    while true {
      let number = lastNumber.withLock { number in
        number += 1
        return number
      }
      let name = "nw-\(getpid())-\(number)"
      let output = try ChildProcess.run(["ip", "netns", "add", name])
      if output.status == .success { return name }
      // A killed process that had the same number may have left its own.
      guard output.stderr.contains("File exists") else {
        throw CommandFailure(
          arguments: ["ip", "netns", "add", name],
          status: output.status,
          stderr: output.stderr
        )
      }
    }
  }
}
