import CLinux
import Glibc
import NetwatchCore
import NetwatchJobs
import NetwatchPostgresStores
import NetwatchSQLiteStores
import NetwatchSystem
import NetwatchTestSupport

/// What one of the processes does that ``KillHarness`` starts.
struct Worker {
  private static let kind = JobKind(bytes: "work")
  private static let lease = Duration.seconds(2)

  private let store: any JobStore
  private let journal: WorkJournal

  static func main(_ arguments: [String]) async {
    guard arguments.count == 5 else {
      fail("expected: sqlite PATH|postgres CONNINFO JOURNAL submit|drain|share|hold")
    }
    do {
      let worker = try await Worker(
        store: open(arguments[1], at: arguments[2]),
        journal: WorkJournal(path: arguments[3])
      )
      try await worker.run(arguments[4])
    } catch {
      fail("\(error)")
    }
  }

  private static func fail(_ message: String) -> Never {
    let line = Array("\(message)\n".utf8)
    _ = write(STDERR_FILENO, line, line.count)
    exit(1)
  }

  private static func open(_ kind: String, at address: String) async throws -> any JobStore {
    if kind == "postgres" { return try await PostgresJobStore.open(address) }
    return try await SQLiteJobStore.open(path: address)
  }

  private func run(_ mode: String) async throws {
    let connectivity = SettableConnectivityManager()
    let handler = JobHandler(Self.kind) { [journal] _, context in
      try journal.write(.began(context.run))
      // Long enough to be killed in the middle.
      if mode == "hold", context.attempt == 1 { try await Task.sleep(for: .seconds(60)) }
      try await Task.sleep(for: .milliseconds(.random(in: 0...10)))
      if ["submit", "drain"].contains(mode), Int.random(in: 0..<10) == 0 { throw Hiccup() }
      try journal.write(.ended(context.run))
    }
    let scheduler = RetryScheduler(
      store: store,
      connectivity: connectivity,
      handlers: [handler],
      interceptors: [
        .retryWithBackoff(maxAttempts: nil, transientBaseDelay: .milliseconds(5))
      ],
      // Killed at random, a job may lose its worker more often than a healthy machine ever would.
      settings: SchedulerSettings(lease: Self.lease, vanishLimit: 1_000)
    )
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await scheduler.run() }
      group.addTask { try await Self.watchParent() }
      group.addTask {
        if mode == "submit" { try await submit(to: scheduler) }
        try await awaitEnd(of: scheduler)
      }
      try await group.next()
      group.cancelAll()
    }
  }

  /// The test that started it may be killed too: nobody would end it then.
  private static func watchParent() async throws {
    let parent = getppid()
    while getppid() == parent { try await Task.sleep(for: .milliseconds(500)) }
  }

  private func submit(to scheduler: RetryScheduler) async throws {
    while true {
      let jobs = try (0..<Int.random(in: 1...3)).map { _ in try Self.kind.job([1, 2, 3]) }
      for receipt in try await scheduler.submit(jobs) { try journal.write(.accepted(receipt.id)) }
      try await Task.sleep(for: .milliseconds(.random(in: 0...10)))
    }
  }

  private func awaitEnd(of scheduler: RetryScheduler) async throws {
    while true {
      let states = try await scheduler.statistics().store.states
      let open: [JobState] = [.ready, .waiting, .running]
      if open.allSatisfy({ states[$0, default: 0] == 0 }) { return }
      try await Task.sleep(for: .milliseconds(50))
    }
  }
}

/// What a handler throws now and then, so that jobs wait and come again.
private struct Hiccup: NetworkErrorConvertible {
  var networkErrorType: NetworkErrorType { .timeout }
}
