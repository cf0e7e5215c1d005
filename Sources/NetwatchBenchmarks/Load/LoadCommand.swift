import CLinux
import Glibc
import NetwatchCore
import NetwatchHTTP

/// What a benchmark has done in a process of its own, so that time and memory are just the client's.
enum LoadCommand {
  /// Does it: `get URL COUNT CONCURRENCY`, `park COUNT`, `upload FILE URL`, `rest`, which does
  /// nothing, `data-sources COUNT`, `jobs-memory JOBS`, or one of these with a store, which is the path of a file or a connection
  /// string: `jobs-submit STORE JOBS SUBMITTERS BATCH`, `jobs-take STORE JOBS`,
  /// `jobs-run STORE JOBS`, `jobs-parked PATH` or `jobs-idle STORE`.
  ///
  /// - Parameter arguments: The words behind `load` on the command line.
  /// - Returns: The exit status.
  static func run(arguments: [String]) async -> CInt {
    do {
      switch arguments.first {
      case "get": try await GetLoad(arguments: arguments.dropFirst()).run()
      case "park": try await ParkLoad(arguments: arguments.dropFirst()).run()
      case "data-sources":
        try await RefreshingSourcesLoad(arguments: arguments.dropFirst()).run()
      case "jobs-memory": try await MemoryJobLoad(arguments: arguments.dropFirst()).run()
      case "upload": try await UploadLoad(arguments: arguments.dropFirst()).run()
      case "rest":
        isIdle()
        try await Task.sleep(for: .seconds(3_600))
      case "jobs-submit": try await SubmitLoad(arguments: arguments.dropFirst()).run()
      case "jobs-take": try await TakeLoad(arguments: arguments.dropFirst()).run()
      case "jobs-run": try await RunLoad(arguments: arguments.dropFirst()).run()
      case "jobs-parked": try await ParkedJobsLoad(arguments: arguments.dropFirst()).run()
      case "jobs-idle": try await IdleJobsLoad(arguments: arguments.dropFirst()).run()
      default:
        throw BenchmarkError(
          "load: expected get, park, upload, rest, data-sources or jobs-…, as the source tells"
        )
      }
      return 0
    } catch {
      let line = "NetwatchBenchmarks: \(error)\n"
      _ = line.withCString { write(STDERR_FILENO, $0, strlen($0)) }
      return 1
    }
  }

  /// Tells who has started this process that from now on nothing should happen in it.
  static func isIdle() {
    print("idle")
    fflush(nil)
  }

  /// A client with the chain that people use.
  static func client(_ manager: any ConnectivityManagerProtocol) -> NetworkClient {
    NetworkClient(connectivityManager: manager).newClient(
      withAdditionalInterceptors: [
        RequestInterceptors.retryWithBackoff(maxAttempts: 3),
        RequestInterceptors.retryWhenConnected(connectivityManager: manager),
      ],
      maxRetryCount: 10
    )
  }

  /// Memory that is resident in this process, in KiB.
  static func resident() throws(BenchmarkError) -> Double {
    try TextFile.read("/proc/self/status").number(after: "VmRSS:") ?? .nan
  }

  /// The most that ever was, in KiB.
  static func residentAtMost() throws(BenchmarkError) -> Double {
    try TextFile.read("/proc/self/status").number(after: "VmHWM:") ?? .nan
  }
}
