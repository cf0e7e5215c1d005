import CLinux
import Glibc

/// The newest PostgreSQL that is installed here, where Debian puts it.
struct PostgresPrograms: Sendable {
  /// The folder of its programs.
  let folder: String

  /// Finds it, or returns `nil` where none is installed.
  static func find() -> PostgresPrograms? {
    let root = "/usr/lib/postgresql"
    let versions = (try? SmallFile.names(in: root)) ?? []
    return versions.compactMap { Int($0) }.sorted(by: >)
      .map { "\(root)/\($0)/bin" }
      .first { access("\($0)/initdb", X_OK) == 0 && access("\($0)/postgres", X_OK) == 0 }
      .map(PostgresPrograms.init)
  }

  /// Whether this process may run a server: root has to become another user for it, which takes the
  /// root of the machine.
  static var mayServe: Bool { geteuid() != 0 || Privilege.isHostRoot }

  /// A command that runs as the user who owns the cluster.
  ///
  /// `initdb` and `postgres` refuse to run as root; the Debian package has made a user for them.
  static func asOwner(_ command: [String]) -> [String] {
    guard geteuid() == 0 else { return command }
    let change = ["setpriv", "--reuid", "postgres", "--regid", "postgres", "--init-groups"]
    return change + ["--"] + command
  }

  func path(_ name: String) -> String { "\(folder)/\(name)" }
}
