import NetwatchCore
import NetwatchJobs
import NetwatchSQLiteStores

/// Everything that is ready in a file, claimed and finished 64 at a time.
struct TakeLoad {
  private static let limit = 64

  private let path: String

  init(arguments: ArraySlice<String>) throws(BenchmarkError) {
    guard arguments.count == 1, let path = arguments.first else {
      throw BenchmarkError("load jobs-sqlite-take: expected PATH")
    }
    self.path = path
  }

  func run() async throws {
    var moment = Stopwatch.now
    let store = try await SQLiteJobStore.open(path: path)
    let view = try await store.look(StoreLook())
    print("opening=\(Self.milliseconds(since: &moment)) ms")
    var turn = StoreTurn(worker: "load", lease: .seconds(60))
    turn.claims = Self.claims(view.lanes)
    var claimed = try await store.turn(turn).claimed
    print("first=\(Self.milliseconds(since: &moment)) ms")
    print("resident=\(Int(try LoadCommand.residentAtMost())) KiB")
    var count = 0
    while !claimed.isEmpty {
      count += claimed.count
      turn.reports = claimed.map { JobReport(run: $0.run, outcome: .succeeded) }
      claimed = try await store.turn(turn).claimed
    }
    print("rate=\(Int(Double(count) / (Stopwatch.now - moment)))")
    print("resident=\(Int(try LoadCommand.residentAtMost())) KiB")
    await store.close()
  }

  private static func claims(_ lanes: Set<JobLane>) -> [JobClaim] {
    Dictionary(grouping: lanes, by: \.destination).map { destination, lanes in
      JobClaim(
        destination: destination,
        lanes: lanes,
        limit: limit,
        isExclusive: false,
        paceRevision: .max
      )
    }
  }

  private static func milliseconds(since moment: inout Double) -> Double {
    defer { moment = Stopwatch.now }
    return ((Stopwatch.now - moment) * 1e5).rounded() / 100
  }
}
