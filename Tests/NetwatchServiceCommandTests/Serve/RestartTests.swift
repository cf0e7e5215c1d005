import Glibc
import NetwatchClient
import NetwatchCore
import NetwatchTestSupport
import Testing

/// A service that is killed under load loses no job, and tells nobody of a state twice.
@Suite(.enabled(if: NetworkSandbox.isAvailable), .timeLimit(.minutes(2)))
struct RestartTests {
  @Test func `killed while jobs come in, it has every one that it answered for`() async throws {
    let sandbox = try NetworkSandbox()
    let folder = try TemporaryFolder()
    var accepted: Set<Int64> = []
    for _ in 0..<3 {
      let service = try await ServeProcess(in: folder, seeing: sandbox)
      accepted.formUnion(try await submitUntilKilled(service))
    }
    let service = try await ServeProcess(in: folder, seeing: sandbox)
    var found: Set<Int64> = []
    for try await job in service.client.jobs() { found.insert(job.id) }
    #expect(accepted.count > 100)
    #expect(accepted.isSubset(of: found))
    #expect(try await service.end() == .success)
  }

  /// Submits from several tasks at once, kills the service meanwhile, and tells what was answered for.
  private func submitUntilKilled(_ service: ServeProcess) async throws -> Set<Int64> {
    let answered = Answered()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask {
          while let job = try? await service.client.submit(.http("POST", "https://api.example/")) {
            _ = answered.ids.withLock { $0.insert(job.id) }
          }
        }
      }
      try await eventually(within: .seconds(20), every: .milliseconds(2)) {
        answered.ids.withLock { $0.count } >= 60
      }
      service.process.signal(SIGKILL)
      try await group.waitForAll()
    }
    try await service.process.waitForExit()
    return answered.ids.withLock { $0 }
  }

  /// The jobs that the service answered for.
  private final class Answered: Sendable {
    let ids = Lock(Set<Int64>())
  }

  @Test func `who goes on listening hears of each state once`() async throws {
    let sandbox = try NetworkSandbox.base()
    let folder = try TemporaryFolder()
    let flags = ["--loss-delay", "0", "--recovery-delay", "0"]
    var heard: [Heard] = []
    var last: String?
    for _ in 0..<3 {
      let service = try await ServeProcess(flags, in: folder, seeing: sandbox)
      let stream = try EventStream(service.socket, after: last)
      // What happened at last before the service was killed, or the present state where nobody
      // listened before.
      heard += try await stream.states(until: \.isAvailable)
      try sandbox.ip("link set v0 down")
      heard += try await stream.states(until: { !$0.isAvailable })
      last = heard.last?.id ?? last
      try sandbox.batch(["link set v0 up", "route add default via 198.51.100.1"])
      try await eventually(within: .seconds(5)) {
        try await service.client.state().connectionAssumedAvailable
      }
      service.process.signal(SIGKILL)
      try await service.process.waitForExit()
    }
    // That it is unavailable for another reason meanwhile is an event too.
    let flips = heard.enumerated().filter { $0 == 0 || heard[$0 - 1].isAvailable != $1.isAvailable }
    #expect(flips.map(\.element.isAvailable) == [true, false, true, false, true, false])
    let ids = heard.compactMap { Int($0.id) }
    #expect(ids.count == heard.count && zip(ids, ids.dropFirst()).allSatisfy(<))
  }
}

extension RestartTests {
  @Test func `who goes on listening for jobs hears once that some events may be missing`()
    async throws
  {
    let sandbox = try NetworkSandbox()
    let folder = try TemporaryFolder()
    var (last, resets) = ("0", 0)
    for round in 0..<3 {
      let service = try await ServeProcess(in: folder, seeing: sandbox)
      let stream = try EventStream(service.socket, after: last, types: "job")
      let job = try await service.client.submit(.http("POST", "https://api.example/"))
      while let line = try await stream.nextLine() {
        if line.hasPrefix("id: ") { last = String(line.dropFirst(4)) }
        if line == "event: reset" { resets += 1 }
        if line.hasPrefix("data: "), line.contains("\"id\":\(job.id),") { break }
      }
      #expect(resets == round)
      service.process.signal(SIGKILL)
      try await service.process.waitForExit()
    }
  }
}

/// A state event.
struct Heard: Equatable, Sendable {
  let id: String
  let isAvailable: Bool
}

/// The event stream as curl prints it.
final class EventStream: Sendable {
  private let process: ChildProcess

  init(_ socket: String, after id: String?, types: String = "state") throws {
    process = try .start(
      ["curl", "-sN", "--unix-socket", socket, "http://localhost/v1/events?types=\(types)"]
        + (id.map { ["-H", "Last-Event-ID: \($0)"] } ?? [])
    )
  }

  func nextLine() async throws -> String? { try await process.nextLine(within: .seconds(5)) }

  /// The states up to the first that is looked for.
  func states(until isLast: (Heard) -> Bool) async throws -> [Heard] {
    var states: [Heard] = []
    var id = ""
    while let line = try await nextLine() {
      if line.hasPrefix("id: ") { id = String(line.dropFirst(4)) }
      guard line.hasPrefix("data: ") else { continue }
      let state = Heard(
        id: id,
        isAvailable: line.contains("\"connectionAssumedAvailable\":true")
      )
      states.append(state)
      if isLast(state) { return states }
    }
    return states
  }
}
