import CLinux
import Glibc
import NetwatchCore
import NetwatchJobs
import NetwatchPostgresStores
import NetwatchTestSupport
import Testing

/// A server that vanishes behind packets that are dropped: nothing is closed, nothing is refused.
@Suite(
  "A PostgreSQL server behind dropped packets",
  .needsPostgres,
  .enabled(if: NetworkSandbox.isAvailable, "network namespaces are refused here"),
  .timeLimit(.minutes(3))
)
struct DroppedPacketsTests {
  private static let port = 5432

  /// Carries TCP connections to the server's Unix socket, which can be reached from any namespace.
  private static let forwarder = """
    import socket, sys, threading
    def pump(a, b):
        try:
            while data := a.recv(65536): b.sendall(data)
        except OSError: pass
        try: b.shutdown(socket.SHUT_WR)
        except OSError: pass
    listener = socket.create_server((sys.argv[1], int(sys.argv[2])))
    print("ready", flush=True)
    while True:
        near, _ = listener.accept()
        far = socket.socket(socket.AF_UNIX); far.connect(sys.argv[3])
        for pair in ((near, far), (far, near)):
            threading.Thread(target=pump, args=pair, daemon=True).start()
    """

  private let cluster: PostgresCluster
  private let pair: NetworkPair
  private let folder: TemporaryFolder

  init() throws {
    cluster = try PostgresCluster(settings: ["fsync": "off"])
    pair = try NetworkPair(families: [.ipv4])
    folder = try TemporaryFolder()
  }

  private var path: String { folder.file("journal") }

  private var journal: WorkJournal { WorkJournal(path: path) }

  private func start(in sandbox: NetworkSandbox, _ command: [String]) throws -> ChildProcess {
    try ChildProcess.start(["ip", "netns", "exec", sandbox.name] + command)
  }

  private func forward() async throws -> ChildProcess {
    let socket = "\(cluster.folder)/.s.PGSQL.\(cluster.port)"
    let child = try start(
      in: pair.server,
      ["python3", "-c", Self.forwarder, NetworkPair.serverIPv4, "\(Self.port)", socket]
    )
    guard try await child.nextLine() == "ready" else {
      throw ConformanceFailure("the forwarder did not start: \(child.stderr)")
    }
    return child
  }

  /// How many jobs were accepted and ended so far.
  private func counts() -> (accepted: Int, ended: Int) {
    let lines = (try? journal.lines()) ?? []
    return lines.reduce(into: (0, 0)) { counts, line in
      switch line.entry {
      case .accepted: counts.0 += 1
      case .began: break
      case .ended: counts.1 += 1
      }
    }
  }

  /// Drops whatever comes by the connections that stand now, and lets new ones through.
  private func dropPresentConnections() throws {
    let sockets = try pair.client.exec(["ss", "-Htn", "state", "established"]).stdout
    let ports = sockets.split(separator: "\n").compactMap { line -> Substring? in
      let words = line.split(separator: " ")
      guard words.count >= 4, words[3].hasSuffix(":\(Self.port)") else { return nil }
      return words[2].split(separator: ":").last
    }
    guard !ports.isEmpty else { throw ConformanceFailure("no connection to drop: \(sockets)") }
    let list = ports.joined(separator: ", ")
    try pair.server.nft(
      """
      add table inet f
      add chain inet f in { type filter hook input priority 0 ; }
      add rule inet f in tcp sport { \(list) } drop
      """
    )
  }

  @Test("The worker notices within its limit, connects anew, and goes on without a restart")
  func dropped() async throws {
    let forwarder = try await forward()
    let address =
      "host=\(NetworkPair.serverIPv4) port=\(Self.port) user=postgres dbname=postgres "
      + "tcp_user_timeout=2000 connect_timeout=5"
    let worker = try start(
      in: pair.client,
      [BuiltProgram.path("NetwatchTestWorker"), "postgres", address, path, "submit"]
    )
    try await eventually(within: .seconds(30)) { counts().ended > 50 }
    try dropPresentConnections()
    let before = counts()
    try await eventually(within: .seconds(30)) {
      counts().accepted > before.accepted + 100 && counts().ended > before.ended + 100
    }
    #expect(worker.status == nil, "\(worker.stderr)")
    worker.signal(SIGKILL)
    try await worker.waitForExit()
    let drain = try ChildProcess.start([
      BuiltProgram.path("NetwatchTestWorker"), "postgres", cluster.connectionString, path, "drain",
    ])
    #expect(try await drain.waitForExit(limit: .seconds(60)) == .exited(0))
    let lines = try journal.lines()
    let accepted = lines.compactMap { if case .accepted(let id) = $0.entry { id } else { nil } }
    let ended = lines.compactMap { if case .ended(let run) = $0.entry { run.id } else { nil } }
    #expect(Set(accepted).subtracting(ended).isEmpty)
    forwarder.signal(SIGKILL)
  }
}
