import Glibc
import NetwatchCore
import NetwatchJobs
import NetwatchSystem
import NetwatchTestSupport
import Testing

@testable import NetwatchService

@Suite("What the service answers about its past", .timeLimit(.minutes(1)))
struct HistoryAnswerTests {
  private let folder: TemporaryFolder
  private let path: String
  private let clock = SetClock()

  /// A clock on the wall that a test sets.
  private final class SetClock: Sendable {
    private struct State {
      var boot: Int64 = 1_000
      var wall: Int64 = 1_000_000
    }

    private let state = Lock(State())

    func advance(_ seconds: Int64) {
      state.withLock { state in
        state.boot += seconds
        state.wall += seconds
      }
    }

    func set(ahead seconds: Int64) { state.withLock { $0.wall += seconds } }

    var now: WallTime { WallTime(seconds: state.withLock { $0.wall }, nanoseconds: 0) }

    var clocks: SystemClocks {
      SystemClocks(
        boot: { [self] in BootInstant(nanoseconds: state.withLock { $0.boot } * 1_000_000_000) },
        monotonic: { [self] in state.withLock { $0.boot } * 1_000_000_000 },
        wall: { [self] in now }
      )
    }
  }

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("history.db")
  }

  private func open() async throws -> ServiceEvents {
    try await .open(path: path, settings: HistorySettings(), log: nil, clocks: clock.clocks)
  }

  private func state(_ level: ConnectivityLevel) -> StateSnapshot {
    let snapshot = StateSnapshot.test(level)
    var state = snapshot.state
    state.time = clock.now
    return StateSnapshot(state: state, json: snapshot.json)
  }

  /// What the history says of the time from a moment on.
  private func told(by events: ServiceEvents, since start: Int64) async throws -> String {
    let json = try await events.history(
      from: WallTime(seconds: start, nanoseconds: 0),
      to: clock.now
    )
    return String(decoding: json, as: UTF8.self)
  }

  @Test("The time between a kill and a restart is unknown, and the state goes on behind it")
  func down() async throws {
    let first = try await open()
    first.began(state(.full))
    try await eventually(within: .seconds(5)) { first.counts.written == 1 }
    clock.advance(100)
    first.append(state: state(.none))
    try await eventually(within: .seconds(5)) { first.counts.written == 2 }
    clock.advance(30)
    first.alive()
    let copy = folder.file("killed.db")
    for end in ["", "-wal", "-alive"] {
      try ChildProcess.check(["cp", "--preserve=timestamps", path + end, copy + end])
    }
    await first.close()
    clock.advance(50)
    let second = try await ServiceEvents.open(
      path: copy,
      settings: HistorySettings(),
      log: nil,
      clocks: clock.clocks
    )
    second.began(state(.none))
    clock.advance(20)
    second.append(state: state(.full))
    try await eventually(within: .seconds(5)) { second.counts.storedStates == 1 }
    clock.advance(10)
    let json = try await second.history(
      from: WallTime(seconds: 1_000_000, nanoseconds: 0),
      to: WallTime(seconds: 1_000_210, nanoseconds: 0)
    )
    let text = String(decoding: json, as: UTF8.self)
    #expect(text.contains("\"knownSeconds\":160.000,\"availableSeconds\":110.000"), "\(text)")
    #expect(text.contains("\"availability\":68.75"))
    #expect(text.contains("\"seconds\":20.000"))
    await second.close()
  }

  @Test("A service that has run for long knows of any part of that time")
  func under() async throws {
    let events = try await open()
    events.began(state(.full))
    for (number, level) in [ConnectivityLevel.none, .full].enumerated() {
      clock.advance(1_000)
      events.append(state: state(level))
      try await eventually(within: .seconds(5)) { events.counts.written == UInt64(number) + 2 }
    }
    clock.advance(1_000)
    let text = try await told(by: events, since: 1_000_500)
    #expect(text.contains("\"knownSeconds\":2500.000,\"availableSeconds\":1500.000"), "\(text)")
    await events.close()
  }

  @Test("That no sign of life can be left is said once")
  func noSign() async throws {
    #expect(symlink(path, path + "-alive") == 0)
    let lines = Lock<[String]>([])
    let events = try await ServiceEvents.open(
      path: path,
      settings: HistorySettings(),
      log: { _, message, _ in lines.withLock { $0.append(message) } },
      clocks: clock.clocks
    )
    for _ in 1...3 { events.alive() }
    #expect(lines.withLock { $0.count } == 1)
    #expect(lines.withLock { $0.first }?.contains("\(path)-alive") == true)
    await events.close()
  }

  @Test("A clock that is set back makes no time of nothing")
  func setBack() async throws {
    let events = try await open()
    events.began(state(.full))
    try await eventually(within: .seconds(5)) { events.counts.written == 1 }
    clock.advance(100)
    events.append(state: state(.none))
    try await eventually(within: .seconds(5)) { events.counts.written == 2 }
    clock.set(ahead: -60)
    clock.advance(10)
    events.append(state: state(.full))
    try await eventually(within: .seconds(5)) { events.counts.written == 3 }
    clock.advance(10)
    let text = try await told(by: events, since: 1_000_000)
    // 50 s as they were, and 10 s since the clock was found to be another.
    #expect(text.contains("\"knownSeconds\":60.000,\"availableSeconds\":60.000"), "\(text)")
    await events.close()
  }

  @Test("A clock that is set ahead leaves a time of which nothing is known")
  func setAhead() async throws {
    let events = try await open()
    events.began(state(.full))
    try await eventually(within: .seconds(5)) { events.counts.written == 1 }
    clock.advance(100)
    clock.set(ahead: 86_400)
    events.append(state: state(.full))
    try await eventually(within: .seconds(5)) { events.counts.written == 2 }
    clock.advance(10)
    let text = try await told(by: events, since: 1_000_000)
    #expect(text.contains("\"knownSeconds\":110.000,\"availableSeconds\":110.000"), "\(text)")
    await events.close()
  }

  @Test("Probes and the changes of a job are found again")
  func details() async throws {
    let events = try await open()
    events.append(transitions: [.test(1), .test(2), .test(1, reason: "again")])
    let timings = ProbeTimings(total: .milliseconds(12))
    events.append(
      probes: [
        ProbeReport(endpoint: "http://a", family: .ipv4, outcome: .success, timings: timings),
        ProbeReport(endpoint: "http://a", family: .ipv4, outcome: .timeout, timings: timings),
      ],
      at: clock.now
    )
    try await eventually(within: .seconds(5)) { events.counts.written == 5 }
    let changes = try await events.transitions(of: JobID(rawValue: 1))
    #expect(changes.map(\.reason) == ["", "again"])
    #expect(changes.allSatisfy { $0.time == clock.now && $0.from == nil && $0.to == .ready })
    let text = try await told(by: events, since: 0)
    #expect(
      text.contains(
        "\"count\":2,\"failures\":1,\"p50\":12.000,\"p90\":12.000,\"p99\":12.000,\"max\":12.000"
      )
    )
    await events.close()
  }
}
