import CLinux
import Glibc

/// A PostgreSQL server of the test's own, with the user `postgres`, an empty database `postgres`, and
/// no password.
///
/// It runs until the object goes or this process ends, even by SIGKILL, and leaves nothing behind. It
/// listens on a Unix socket in its own folder, and on loopback only where that is asked for. Every
/// call here blocks until the server has done it: in an asynchronous test, wrap it into `awaitThread`.
package final class PostgresCluster: Sendable {
  /// How a server is made to stop.
  package enum StopMode: String, Sendable {
    /// Connections are cut and their transactions rolled back, and everything is written.
    case fast
    /// Everything ends at once, as in a crash, and the next start recovers from the log.
    case immediate
  }

  /// Names the socket in ``folder``, and is the port on loopback where the server listens there.
  package let port: UInt16

  private let programs: PostgresPrograms
  private let place: PostgresFolder
  private let listensOnLoopback: Bool

  /// Makes a cluster, and starts its server.
  ///
  /// - Parameters:
  ///   - listensOnLoopback: Whether it also listens on 127.0.0.1, at a free port.
  ///   - settings: Settings of postgresql.conf, by name.
  /// - Throws: ``CommandFailure`` where one of PostgreSQL's programs fails, and
  ///   ``SystemCallFailure`` where it is not installed.
  package init(listensOnLoopback: Bool = false, settings: [String: String] = [:]) throws {
    guard let programs = PostgresPrograms.find() else {
      throw SystemCallFailure(operation: "find PostgreSQL", code: ENOENT)
    }
    self.programs = programs
    self.listensOnLoopback = listensOnLoopback
    port = listensOnLoopback ? try Self.freePort() : 5432
    place = try PostgresFolder(programs)
    try create(settings)
    try start()
  }

  /// Whether PostgreSQL is installed here.
  package static var isInstalled: Bool { PostgresPrograms.find() != nil }

  /// Whether this process can make a cluster: root inside a user namespace cannot.
  package static var isAvailable: Bool { isInstalled && PostgresPrograms.mayServe }

  /// Starts the server again after ``stop(_:)``, and returns when it takes connections.
  package func start() throws {
    try control("start", ["--log", place.log])
  }

  /// Stops the server, and returns when it is gone.
  package func stop(_ mode: StopMode = .fast) throws {
    let process = processID
    try control("stop", ["--mode", mode.rawValue])
    if let process { try awaitEnd(of: process) }
  }

  /// pg_ctl returns when the server has removed its file; the process may still be on its way out.
  private func awaitEnd(of process: Int32) throws {
    let deadline = Deadline(within: .seconds(10))
    while (try? Proc(process).residentKilobytes) ?? 0 > 0 {
      guard !deadline.hasPassed else {
        throw TimeLimitExceeded(operation: "the end of the server", limit: .seconds(10))
      }
      usleep(1_000)
    }
  }

  /// Stops the server where it runs, and starts it.
  package func restart(_ mode: StopMode = .fast) throws {
    try control("restart", ["--mode", mode.rawValue, "--log", place.log])
  }

  private func control(_ action: String, _ options: [String]) throws {
    let command = [programs.path("pg_ctl"), action, "--pgdata", place.data, "--wait", "--silent"]
    try ChildProcess.check(PostgresPrograms.asOwner(command + options))
  }

  private func create(_ settings: [String: String]) throws {
    // What a machine would lose with its power is of no interest while the cluster is being made.
    let command = [
      programs.path("initdb"), "--pgdata", place.data, "--username", "postgres", "--auth", "trust",
      "--encoding", "UTF8", "--locale", "C.UTF-8", "--no-sync", "--no-instructions",
    ]
    try ChildProcess.check(PostgresPrograms.asOwner(command))
    let own = [
      "unix_socket_directories": place.path, "port": "\(port)",
      "listen_addresses": listensOnLoopback ? "127.0.0.1" : "",
    ]
    let all = own.merging(settings) { $1 }.map { "\($0.key) = '\($0.value)'\n" }
    let file = "\(place.data)/postgresql.conf"
    try ChildProcess.check(PostgresPrograms.asOwner(["tee", "-a", file]), input: all.joined())
  }

  private static func freePort() throws -> UInt16 {
    let socket = try Descriptor.socket(AF_INET, SOCK_STREAM)
    try socket.bind(to: try SocketAddress("127.0.0.1", port: 0))
    return try socket.localAddress().port
  }
}

extension PostgresCluster {
  /// The folder of the cluster, in which its socket is.
  package var folder: String { place.path }

  /// Leads libpq to the database, through the socket.
  package var connectionString: String {
    "host=\(folder) port=\(port) user=postgres dbname=postgres"
  }

  /// Leads libpq to the database over TCP, where the server listens on loopback.
  package var loopbackConnectionString: String? {
    listensOnLoopback ? "host=127.0.0.1 port=\(port) user=postgres dbname=postgres" : nil
  }

  /// The number of the server's first process, or `nil` while it is stopped.
  package var processID: Int32? {
    let lines = try? SmallFile.read("\(place.data)/postmaster.pid").split(separator: "\n")
    return lines?.first.flatMap { Int32($0) }
  }

  /// What the server has said about itself so far.
  package var log: String { (try? SmallFile.read(place.log)) ?? "" }

  /// Runs SQL by psql(1), one transaction a statement, up to the first that fails.
  ///
  /// - Returns: The rows, a line each, with `|` between the columns and no line feed at the end.
  /// - Throws: ``CommandFailure`` with what the server said.
  @discardableResult
  package func psql(_ sql: String) throws -> String {
    let command = [
      programs.path("psql"), "--dbname", connectionString, "--no-psqlrc", "--quiet", "--no-align",
      "--tuples-only", "--set", "ON_ERROR_STOP=1",
    ]
    let output = try ChildProcess.check(command, input: sql)
    return output.hasSuffix("\n") ? String(output.dropLast()) : output
  }
}
