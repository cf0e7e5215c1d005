import NetwatchCore
import NetwatchHTTP

/// Requests that fail while there is no connection, and wait for one.
struct ParkLoad {
  /// How many wait before those that are counted, so that what is made once is not counted.
  private static let warmUp = 200

  private let count: Int

  init(arguments: ArraySlice<String>) throws(BenchmarkError) {
    guard arguments.count == 1, let count = arguments.first.flatMap(Int.init), count > 0
    else { throw BenchmarkError("load park: expected COUNT") }
    self.count = count
  }

  func run() async throws {
    let manager = ParkingManager()
    let client = LoadCommand.client(manager)
    // Nobody listens on this port: the kernel refuses at once.
    var request = NetworkRequest(url: "http://127.0.0.1:9/")
    request.requirement = .internet
    try await withThrowingTaskGroup(of: Void.self) { [request] group in
      try await park(Self.warmUp, request, client, manager, &group)
      let before = try LoadCommand.resident()
      try await park(count, request, client, manager, &group)
      print("bytes=\(Int((try LoadCommand.resident() - before) * 1024) / count)")
      group.cancelAll()
      while await group.nextResult() != nil {}
    }
  }

  /// Adds so many requests, a few at a time, and waits until all of them wait.
  private func park(
    _ count: Int,
    _ request: NetworkRequest,
    _ client: NetworkClient,
    _ manager: ParkingManager,
    _ group: inout ThrowingTaskGroup<Void, any Error>
  ) async throws {
    var left = count
    while left > 0 {
      let batch = min(left, 50)
      let parked = manager.waiterCount
      for _ in 0..<batch { group.addTask { _ = try await client.send(request) } }
      while manager.waiterCount < parked + batch { try await Task.sleep(for: .milliseconds(1)) }
      left -= batch
    }
  }
}
