import NetwatchTestSupport
import Testing

@Suite(.enabled(if: PostgresCluster.isAvailable), .timeLimit(.minutes(2)))
struct PostgresClusterTests {
  /// Whatever is committed outlives the end of a process without reaching the disk.
  private static let quick = ["fsync": "off"]

  @Test func `a new cluster answers, on no port`() throws {
    let cluster = try PostgresCluster(settings: Self.quick)
    #expect(try cluster.psql("SELECT 1, 'two'; SELECT NULL") == "1|two\n")
    #expect(try cluster.psql("SHOW listen_addresses") == "")
    #expect(cluster.loopbackConnectionString == nil)
  }

  @Test func `settings are the caller's`() throws {
    let cluster = try PostgresCluster(settings: ["max_connections": "7", "fsync": "off"])
    #expect(try cluster.psql("SHOW max_connections; SHOW fsync") == "7\noff")
  }

  @Test func `on request it listens on loopback`() throws {
    let cluster = try PostgresCluster(listensOnLoopback: true, settings: Self.quick)
    let connection = try #require(cluster.loopbackConnectionString)
    let command = ["psql", "-XAt", "-d", connection, "-c", "SELECT inet_server_addr()"]
    #expect(try ChildProcess.check(command) == "127.0.0.1\n")
  }

  @Test func `a statement that fails is an error, and those after it are not run`() throws {
    let cluster = try PostgresCluster(settings: Self.quick)
    let error = #expect(throws: CommandFailure.self) {
      try cluster.psql("SELECT missing; CREATE TABLE made (n int)")
    }
    #expect(error?.stderr.contains("missing") == true)
    #expect(try cluster.psql("SELECT to_regclass('made') IS NULL") == "t")
  }

  @Test(arguments: [.fast, .immediate] as [PostgresCluster.StopMode])
  func `what was committed is there after a stop and a start`(mode: PostgresCluster.StopMode) throws
  {
    let cluster = try PostgresCluster(settings: Self.quick)
    try cluster.psql("CREATE TABLE kept (n int); INSERT INTO kept VALUES (42)")
    let process = try #require(cluster.processID)
    try cluster.stop(mode)
    #expect(cluster.processID == nil)
    #expect(!Self.isRunning(process))
    #expect(throws: CommandFailure.self) { try cluster.psql("SELECT 1") }
    try cluster.start()
    #expect(try cluster.psql("SELECT n FROM kept") == "42")
    // Only what was cut off has to recover.
    #expect(cluster.log.contains("automatic recovery in progress") == (mode == .immediate))
  }

  @Test func `a restart replaces the server, and starts one that is stopped`() throws {
    let cluster = try PostgresCluster(settings: Self.quick)
    let first = try #require(cluster.processID)
    try cluster.restart(.immediate)
    #expect(try #require(cluster.processID) != first)
    try cluster.stop()
    try cluster.restart()
    #expect(try cluster.psql("SELECT 1") == "1")
  }

  @Test func `two clusters know nothing of each other`() throws {
    let (one, other) = (
      try PostgresCluster(settings: Self.quick), try PostgresCluster(settings: Self.quick)
    )
    try one.psql("CREATE TABLE own (n int)")
    #expect(try other.psql("SELECT to_regclass('own') IS NULL") == "t")
  }

  @Test(arguments: [false, true])
  func `nothing of a cluster is left when it goes`(isStoppedBefore: Bool) throws {
    var cluster: PostgresCluster? = try PostgresCluster(settings: Self.quick)
    let folder = try #require(cluster?.folder)
    let process = try #require(cluster?.processID)
    #expect(Self.isRunning(process))
    if isStoppedBefore { try cluster?.stop() }
    cluster = nil
    #expect(!Self.isRunning(process))
    #expect(try ChildProcess.run(["test", "-e", folder]).status == .exited(1))
  }

  /// Whether a process is there and no zombie: those of another process's children may stay a while.
  private static func isRunning(_ process: Int32) -> Bool {
    ((try? Proc(process).residentKilobytes) ?? 0) > 0
  }
}
