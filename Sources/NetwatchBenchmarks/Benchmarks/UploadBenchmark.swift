import CLinux
import Glibc
import NetwatchTestSupport

/// The upload of a large file to a server that reads it, beside the curl command.
struct UploadBenchmark: Benchmark {
  private static let size = 1 << 30
  private static let rounds = 5

  let tools: Tools

  let name = "upload"

  func run() throws -> [Bar] {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let file = folder.file("upload.bin")
    try fill(file)
    var server = try ChildProcess.start([tools.peer("sink_server")])
    let line = try server.line(containing: "port=", within: 5)
    let url = "http://127.0.0.1:\(Int(line.number(after: "port=") ?? 0))/"
    var (own, curl, growth) = (Samples(), Samples(), Samples())
    for _ in 0..<Self.rounds {
      curl.append(try seconds(ofCurl: file, to: url))
      let (seconds, kibibytes) = try upload(file, to: url)
      own.append(seconds)
      growth.append(kibibytes)
    }
    return bars(own, curl, growth)
  }

  /// Makes a file that is on the disk, no part of it a hole.
  private func fill(_ file: String) throws(BenchmarkError) {
    let descriptor = open(file, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .systemCall("making \(file)") }
    defer { close(descriptor) }
    let block = [UInt8](repeating: 0x5A, count: 1 << 20)
    for _ in 0..<Self.size / block.count {
      guard write(descriptor, block, block.count) == block.count else {
        throw .systemCall("writing \(file)")
      }
    }
  }

  private func bars(_ own: Samples, _ curl: Samples, _ growth: Samples) -> [Bar] {
    let speeds = [("netwatch", own), ("curl -T", curl)].map { name, samples in
      "\(name) \((Double(Self.size >> 20) / samples.median).text(decimals: 0)) MiB/s"
    }
    return [
      Bar(
        subject: "speed / curl -T",
        figure: curl.median / own.median,
        limit: 0.8,
        unit: "x",
        isMinimum: true,
        details: [speeds.joined(separator: ", ")]
      ),
      Bar(
        subject: "resident memory grows",
        figure: growth.percentile(1) / 1024,
        limit: 8,
        unit: "MiB"
      ),
    ]
  }

  /// Starting curl is not its speed: what it says of the transfer alone is taken.
  private func seconds(ofCurl file: String, to url: String) throws(BenchmarkError) -> Double {
    var process = try ChildProcess.start(
      ["curl", "-sS", "-o", "/dev/null", "-w", "speed=%{speed_upload}\n", "-T", file, url]
    )
    let (text, status) = try process.readToEnd()
    guard status == 0, let speed = text.number(after: "speed=") else {
      throw BenchmarkError("curl ended with status \(status)")
    }
    return Double(Self.size) / speed
  }

  private func upload(
    _ file: String,
    to url: String
  ) throws(BenchmarkError) -> (seconds: Double, growth: Double) {
    var process = try ChildProcess.start(tools.load("upload") + [file, url])
    let (text, status) = try process.readToEnd()
    guard status == 0, let microseconds = text.number(after: "microseconds="),
      let growth = text.number(after: "growth=")
    else { throw BenchmarkError("the load ended with status \(status)") }
    return (microseconds / 1e6, growth)
  }
}
