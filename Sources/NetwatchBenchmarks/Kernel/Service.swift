import Glibc
import NetwatchTestSupport

/// A running `netwatch serve` with everything in a folder of its own.
struct Service: ~Copyable {
  /// The socket that it listens on.
  let socket: String

  /// The process.
  let process: ChildProcess

  private let folder: TemporaryFolder

  /// Starts it in the calling thread's network namespace, and waits until it answers.
  static func start(
    _ tools: Tools,
    _ flags: String...
  ) throws(BenchmarkError) -> Service {
    // Beside the peers, which is on the disk.
    let folder = try BenchmarkError.wrapping { try TemporaryFolder(in: tools.peers) }
    let socket = folder.file("socket")
    let file = try BenchmarkError.wrapping { try folder.write(Array("{}".utf8), to: "file") }
    let process = try ChildProcess.start(
      [tools.netwatch, "serve", "--config", file, "--state-directory", folder.path]
        + ["--socket", socket, "--log-level", "warning"] + flags
    )
    let deadline = Stopwatch.now + 10
    while access(socket, W_OK) != 0 {
      guard Stopwatch.now < deadline else { throw BenchmarkError("the service does not listen") }
      Stopwatch.pause(seconds: 0.02)
    }
    return Service(socket: socket, process: process, folder: folder)
  }

  /// What the kernel has counted for it.
  var figures: ProcessFigures {
    get throws(BenchmarkError) { try ProcessFigures(of: process.identifier) }
  }

  /// Sends requests, and tells the rate and how long they took.
  func load(
    _ tools: Tools,
    _ request: HTTPText,
    count: Int,
    connections: Int,
    status: Int
  ) throws(BenchmarkError) -> SocketLoad {
    let file = try BenchmarkError.wrapping { try folder.write(request.bytes, to: "request") }
    return try SocketLoad(
      tools,
      socket,
      file,
      count: count,
      connections: connections,
      status: status
    )
  }
}

extension BenchmarkError {
  /// Does something, with its error as one of a benchmark.
  fileprivate static func wrapping<Value>(
    _ body: () throws -> Value
  ) throws(BenchmarkError) -> Value {
    do { return try body() } catch { throw BenchmarkError("\(error)") }
  }
}
