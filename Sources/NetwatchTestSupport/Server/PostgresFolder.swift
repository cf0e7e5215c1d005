import CLinux
import Glibc

/// The folder of one cluster, with a process that watches over it.
///
/// When the object goes, or this process does in whatever way, the server of the cluster is stopped
/// and the folder removed. A server is no child of the process that started it, so nothing else would
/// end it after a test that was killed.
final class PostgresFolder: Sendable {
  let path: String
  private let custodian: ChildProcess

  /// What the process does: it reads until its input ends, which the kernel sees to, and cleans up.
  ///
  /// It has a session of its own, as the signals of a terminal, and those for the test's process
  /// group, are not meant for it. Once may not be enough: a killed test leaves behind whatever was
  /// making files there.
  private static let custody = """
    trap '' HUP INT TERM
    read -r line
    while
      "$1" stop --pgdata "$2/data" --mode immediate --silent
      ! rm -rf "$2"
    do sleep 0.1
    done
    """

  init(_ programs: PostgresPrograms) throws {
    let template = "/tmp/netwatch-postgres.XXXXXX"
    let made = try ChildProcess.check(PostgresPrograms.asOwner(["mktemp", "-d", template]))
    path = String(made.prefix { $0 != "\n" })
    custodian = try ChildProcess.start(
      PostgresPrograms.asOwner(
        ["setsid", "sh", "-c", Self.custody, "sh", programs.path("pg_ctl"), path]
      ),
      input: .written
    )
  }

  deinit {
    custodian.closeInput()
    let deadline = Deadline(within: .seconds(60))
    while custodian.status == nil, !deadline.hasPassed { usleep(5_000) }
  }

  /// Where the server keeps its data.
  var data: String { "\(path)/data" }

  /// What the server has to say.
  var log: String { "\(path)/log" }
}
