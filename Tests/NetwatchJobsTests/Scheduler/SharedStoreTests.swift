import NetwatchCore
import NetwatchTestSupport
import Testing

@testable import NetwatchJobs

@Suite("Schedulers that share a store", .timeLimit(.minutes(3)))
struct SharedStoreTests {
  /// What the handlers of a job do, run after run.
  private enum Script: UInt8, CaseIterable {
    case succeeds, timesOut, isRefused, isThrottled, isUnreachable
    case isNotFound, isPermanent, neverAnswers

    /// The failure of a run; nil where it succeeds.
    func failure(run: Int, of failures: Int) -> (any Error)? {
      switch self {
      case .succeeds: nil
      case .isNotFound: NetworkFailure(.status(404))
      case .isPermanent: PermanentJobFailure("for good")
      case .neverAnswers: NetworkFailure(.timeout)
      case .timesOut: run > failures ? nil : NetworkFailure(.timeout)
      case .isRefused: run > failures ? nil : NetworkFailure(.refused)
      case .isThrottled:
        run > failures ? nil : NetworkFailure(.status(429), retryAfter: .seconds(failures))
      case .isUnreachable: run > failures ? nil : NetworkFailure(.unreachable)
      }
    }

    var end: JobState {
      switch self {
      case .isNotFound, .isPermanent, .neverAnswers: .dead
      default: .succeeded
      }
    }
  }

  private static let kind = JobKind(bytes: "scripted")
  private static let destinations = ["a", "b", "c"]

  /// How many runs each job has had, and how many there are at each destination of each scheduler.
  private struct Seen: Sendable {
    var runs: [JobID: Int] = [:]
    var inside: [String: Int] = [:]
    var most: [String: Int] = [:]
  }

  private let time = SimulatedTime()
  private let manager = SettableConnectivityManager()
  private let seen = Switch(Seen())

  private func scheduler(_ number: Int, limit: Int, on store: any JobStore) -> RetryScheduler {
    RetryScheduler(
      store: store,
      connectivity: manager,
      handlers: [JobHandler(Self.kind) { try await run($0, $1, scheduler: number) }],
      interceptors: [
        .retryWithBackoff(maxAttempts: 4, transientBaseDelay: .seconds(1), random: .constant(0.5)),
        .parkAtDestination(), .retryWhenConnected(manager),
      ],
      release: ReleaseSettings(limit: limit, jitter: .seconds(1)),
      settings: SchedulerSettings(concurrency: 20).simulated(
        time,
        random: RandomSource(SeededGenerator(seed: UInt64(number)))
      )
    )
  }

  private func run(_ payload: [UInt8], _ context: JobContext, scheduler: Int) async throws {
    let place = "\(scheduler)-\(Self.destinations[Int(payload[2])])"
    let run = seen.change { seen in
      seen.runs[context.id, default: 0] += 1
      seen.inside[place, default: 0] += 1
      seen.most[place] = max(seen.most[place] ?? 0, seen.inside[place] ?? 0)
      return seen.runs[context.id] ?? 0
    }
    defer { seen.change { $0.inside[place, default: 0] -= 1 } }
    for _ in 0..<(payload[1] * 4) { await Task.yield() }
    let script = Script(rawValue: payload[0]) ?? .succeeds
    if let failure = script.failure(run: run, of: Int(payload[1])) { throw failure }
  }

  private static func jobs(_ count: Int, _ generator: inout SeededGenerator) throws -> [NewJob] {
    try (0..<count).map { _ in
      let script = UInt8.random(in: 0..<UInt8(Script.allCases.count), using: &generator)
      let destination = Int.random(in: 0..<destinations.count, using: &generator)
      return try kind.job(
        [script, UInt8.random(in: 0...3, using: &generator), UInt8(destination)],
        options: JobOptions(
          destination: destinations[destination],
          requirement: Bool.random(using: &generator) ? .nothing : .internet,
          priority: Bool.random(using: &generator) ? .high : .normal
        )
      )
    }
  }

  @Test(
    "Each job ends as its handler's script says, whatever happens to it meanwhile",
    arguments: [([8, 1], 1), ([8, 8, 4, 1], 2)] as [([Int], UInt64)]
  )
  func everything(limits: [Int], seed: UInt64) async throws {
    var generator = SeededGenerator(seed: seed)
    let store = MemoryJobStore(clocks: time.clocks)
    let schedulers = limits.enumerated().map { scheduler($0, limit: $1, on: store) }
    let jobs = try Self.jobs(2_000, &generator)
    let ids = try await schedulers[0].submit(jobs).map(\.id)
    var cancelled: Set<JobID> = []
    let tasks = schedulers.map { scheduler in Task { try await scheduler.run() } }
    for _ in 0..<300 {
      await time.quiet(schedulers)
      let scheduler = schedulers.randomElement(using: &generator) ?? schedulers[0]
      for _ in 0..<3 {
        guard let id = ids.randomElement(using: &generator) else { continue }
        if Bool.random(using: &generator) {
          if try await scheduler.cancel(id) { cancelled.insert(id) }
        } else if try await scheduler.retryNow(id) {
          cancelled.remove(id)
        }
      }
      if Int.random(in: 0..<3, using: &generator) == 0 {
        manager.set(isAvailable: Bool.random(using: &generator))
      }
      time.advance(by: .milliseconds(Int.random(in: 1...2_000, using: &generator)))
    }
    manager.set(isAvailable: true)
    let isDone = try await time.pass(atMost: .seconds(86_400), schedulers) {
      let states = try await store.statistics().states
      return [JobState.ready, .waiting, .running].allSatisfy { states[$0, default: 0] == 0 }
    }
    #expect(isDone, "nothing is stuck")
    for task in tasks { task.cancel() }
    for task in tasks { _ = await task.result }
    let wrong = try await store.jobs(matching: JobQuery(limit: 10_000)).filter { job in
      let script = Script(rawValue: job.payload[0]) ?? .succeeds
      return job.state != (cancelled.contains(job.id) ? .cancelled : script.end)
    }
    #expect(wrong.isEmpty)
    let (most, inside) = seen.change { ($0.most, $0.inside) }
    #expect(inside.values.allSatisfy { $0 == 0 })
    for (place, count) in most {
      let number = Int(place.prefix(1)) ?? 0
      #expect(count <= limits[number], "at \(place)")
    }
    #expect(Set(most.keys.map { $0.prefix(1) }).count == limits.count, "each has done some of it")
  }
}
