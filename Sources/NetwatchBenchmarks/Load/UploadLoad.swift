import NetwatchCore
import NetwatchHTTP

/// The upload of one file.
struct UploadLoad {
  private let file: String
  private let url: String

  init(arguments: ArraySlice<String>) throws(BenchmarkError) {
    let words = Array(arguments)
    guard words.count == 2 else { throw BenchmarkError("load upload: expected FILE URL") }
    (file, url) = (words[0], words[1])
  }

  func run() async throws {
    let client = LoadCommand.client(SettableConnectivityManager())
    // The engine, its thread and the first connection are not what is measured.
    _ = try await client.send(NetworkRequest(method: .put, url: url, body: .bytes([0])))
    let before = try LoadCommand.resident()
    let beginning = Stopwatch.now
    _ = try await client.send(upload)
    print("microseconds=\(Int((Stopwatch.now - beginning) * 1e6))")
    print("growth=\(Int(try LoadCommand.residentAtMost() - before))")
  }

  private var upload: NetworkRequest {
    var request = NetworkRequest(method: .put, url: url, body: .file(file))
    request.attemptTimeout = .seconds(600)
    return request
  }
}
