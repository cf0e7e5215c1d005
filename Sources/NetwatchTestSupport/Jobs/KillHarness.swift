import CLinux
import Glibc
import NetwatchCore
package import NetwatchJobs

/// Kills workers of a store at random moments, and looks whether the jobs bear it.
///
/// Four processes submit jobs and run them. Again and again one of them is killed (SIGKILL) and
/// replaced; in the end one process runs what is left.
package struct KillHarness: Sendable {
  /// How many processes there are at a time.
  private static let processes = 4

  /// The lease of the workers; see NetwatchTestWorker.
  private static let lease = Duration.seconds(2)

  private let worker = BuiltProgram.path("NetwatchTestWorker")
  private let store: [String]
  private let journal: String

  /// Creates a harness.
  ///
  /// - Parameters:
  ///   - store: What names the store to the worker: `sqlite PATH` or `postgres CONNINFO`.
  ///   - journal: The file for the journal.
  package init(store: [String], journal: String) {
    self.store = store
    self.journal = journal
  }

  /// How many rounds there are: few, unless `NETWATCH_KILL_ROUNDS` says more.
  package static var rounds: Int {
    getenv("NETWATCH_KILL_ROUNDS").flatMap { Int(String(cString: $0)) } ?? 12
  }

  /// Kills the one worker that runs a job, and starts another at once.
  ///
  /// - Parameter wrapper: A program to start the second one with, and the arguments before it.
  /// - Returns: The two runs, and how long after the first the second began.
  /// - Throws: ``ConformanceFailure`` where one of them never began.
  package func runTwice(
    through wrapper: [String] = []
  ) async throws -> (runs: [JobRun], delay: Duration) {
    let journal = WorkJournal(path: journal)
    let first = try start("hold")
    let began = try await beginnings(in: journal, count: 1)
    try await kill(first)
    let second = try start("hold", through: wrapper)
    let runs = try await beginnings(in: journal, count: 2)
    try await second.waitForExit(limit: .seconds(20))
    return (runs.map(\.run), began[0].time.duration(to: runs[1].time))
  }

  private func beginnings(
    in journal: WorkJournal,
    count: Int
  ) async throws -> [(run: JobRun, time: BootInstant)] {
    let found = try await firstValue(within: .seconds(20), every: .milliseconds(5)) {
      let lines = (try? journal.lines()) ?? []
      let begun = lines.compactMap { line -> (run: JobRun, time: BootInstant)? in
        if case .began(let run) = line.entry { (run, line.time) } else { nil }
      }
      return begun.count >= count ? begun : nil
    }
    guard let found else { throw ConformanceFailure("run \(count) of the job never began") }
    return found
  }

  /// Kills one worker a round, and drains the store.
  ///
  /// - Parameters:
  ///   - rounds: How many workers are killed.
  ///   - seed: Makes the moments and the victims the same as another time.
  /// - Returns: What the workers wrote down.
  /// - Throws: ``TimeLimitExceeded`` where the jobs that are left do not end.
  package func run(rounds: Int, seed: UInt64) async throws -> KillReport {
    var generator = SeededGenerator(seed: seed)
    var children = try (0..<Self.processes).map { _ in try start("submit") }
    for _ in 0..<rounds {
      try await Task.sleep(for: .milliseconds(.random(in: 5...120, using: &generator)))
      let index = Int.random(in: 0..<children.count, using: &generator)
      try await kill(children[index])
      children[index] = try start("submit")
    }
    for child in children { try await kill(child) }
    let drain = try start("drain")
    let status = try await drain.waitForExit(limit: .seconds(120))
    let lines = try WorkJournal(path: journal).lines()
    return KillReport(
      lines: lines,
      lease: Self.lease,
      drained: status == .exited(0) ? nil : "\(status): \(drain.stderr)"
    )
  }

  /// Has four workers share what there is, until nothing is left.
  ///
  /// - Returns: What they wrote down.
  package func share() async throws -> KillReport {
    let children = try (0..<Self.processes).map { _ in try start("share") }
    for child in children {
      let status = try await child.waitForExit(limit: .seconds(60))
      guard status == .exited(0) else {
        throw ConformanceFailure("a worker failed: \(child.stderr)")
      }
    }
    let lines = try WorkJournal(path: journal).lines()
    return KillReport(lines: lines, lease: Self.lease, drained: nil)
  }

  private func start(_ mode: String, through wrapper: [String] = []) throws -> ChildProcess {
    try ChildProcess.start(wrapper + [worker] + store + [journal, mode])
  }

  private func kill(_ child: ChildProcess) async throws {
    // One that ended by itself has failed: the report shows what it said.
    guard child.signal(SIGKILL) else {
      throw ConformanceFailure("a worker ended by itself: \(child.stderr)")
    }
    try await child.waitForExit()
  }
}

/// What came out of a ``KillHarness``.
package struct KillReport: Sendable {
  private let lines: [WorkJournal.Line]
  private let lease: Duration

  /// Why the last process did not end well; nil where it did.
  package let drained: String?

  init(lines: [WorkJournal.Line], lease: Duration, drained: String?) {
    self.lines = lines
    self.lease = lease
    self.drained = drained
  }

  /// The jobs that a submitter was told were accepted.
  package var accepted: Set<JobID> {
    Set(lines.compactMap { if case .accepted(let id) = $0.entry { id } else { nil } })
  }

  /// The jobs that ran to their end.
  package var ended: Set<JobID> {
    Set(lines.compactMap { if case .ended(let run) = $0.entry { run.id } else { nil } })
  }

  /// How many runs there were.
  package var runCount: Int {
    lines.count { if case .began = $0.entry { true } else { false } }
  }

  /// Runs of a job that began while an earlier one, whose lease stood, had not ended; in words.
  package var overlaps: [String] {
    let ends = ends
    var open: [JobID: [(run: JobRun, line: WorkJournal.Line)]] = [:]
    var found: [String] = []
    for line in lines {
      switch line.entry {
      case .accepted: break
      case .began(let run):
        for earlier in open[run.id] ?? [] where isAlive(earlier, until: line, ends) {
          found.append("\(run) began while \(earlier.run) ran")
        }
        open[run.id, default: []].append((run, line))
      case .ended(let run): open[run.id]?.removeAll { $0.run == run }
      }
    }
    return found
  }

  /// Tokens that did not grow from one run of a job to the next, in words.
  package var staleTokens: [String] {
    var newest: [JobID: Int64] = [:]
    return lines.compactMap { line in
      guard case .began(let run) = line.entry else { return nil }
      let before = newest.updateValue(run.token, forKey: run.id) ?? 0
      return run.token > before ? nil : "\(run) began after token \(before)"
    }
  }

  /// When each run said that it ended.
  private var ends: [JobRun: BootInstant] {
    lines.reduce(into: [:]) { ends, line in
      if case .ended(let run) = line.entry { ends[run] = line.time }
    }
  }

  /// A run overlaps with a later one if it says itself, after that began, that it ended.
  private func isAlive(
    _ earlier: (run: JobRun, line: WorkJournal.Line),
    until line: WorkJournal.Line,
    _ ends: [JobRun: BootInstant]
  ) -> Bool {
    guard let end = ends[earlier.run], end > line.time else { return false }
    return earlier.line.time.duration(to: line.time) < lease
  }
}
