import NetwatchCore
import NetwatchJobs
import NetwatchLinux
import NetwatchSQLiteStores
import NetwatchTestSupport
import Testing

@testable import NetwatchHTTP

/// An outbox over a network that comes and goes: the real kernel, file, client and server.
@Suite(.enabled(if: NetworkSandbox.isAvailable), .timeLimit(.minutes(2)))
struct JobCableTests {
  @Test("Of 300 jobs under a cable that is pulled again and again each arrives, in one piece")
  func cable() async throws {
    let place = try await WatchedPair(
      script: [
        .readRequest, .pause(.milliseconds(2)), .response(status: 204, keepsAlive: false), .close,
      ]
    )
    let client = place.client {
      $0.attemptTimeout = .seconds(1)
      $0.connectTimeout = .milliseconds(500)
    }
    let folder = try TemporaryFolder()
    let store = try await SQLiteJobStore.open(path: folder.file("outbox.db"))
    let kind = JobKind(bytes: "post")
    let scheduler = RetryScheduler(
      store: store,
      connectivity: place.manager,
      handlers: [
        JobHandler(kind) { payload, context in
          var request = place.request
          (request.method, request.body) = (.post, .bytes(payload))
          request.idempotencyKey = context.idempotencyKey
          _ = try await client.send(request)
        }
      ],
      interceptors: [
        .retryWithBackoff(maxAttempts: 25, transientBaseDelay: .milliseconds(50)),
        .parkAtDestination(), .retryWhenConnected(place.manager),
      ],
      release: CableTests.release
    )
    try await place.whileWatching {
      let run = Task { try await scheduler.run() }
      defer { run.cancel() }
      var generator = SeededGenerator(seed: 6)
      for round in 0..<6 {
        // Half of them are submitted while there is no connection at all.
        try await place.setCable(isIn: false)
        _ = try await scheduler.submit((0..<25).map { try kind.job(Array("\(round) \($0)".utf8)) })
        try await Task.sleep(for: .milliseconds(Int.random(in: 0...300, using: &generator)))
        try await place.setCable(isIn: true)
        _ = try await scheduler.submit((25..<50).map { try kind.job(Array("\(round) \($0)".utf8)) })
        try await Task.sleep(for: .milliseconds(Int.random(in: 50...250, using: &generator)))
      }
      try await eventually(within: .seconds(60), every: .milliseconds(50)) {
        try await scheduler.statistics().store.states[.succeeded] == 300
      }
    }
    let bodies = Set(place.server.requests.map(\.body))
    #expect(bodies.isSuperset(of: (0..<6).flatMap { round in (0..<50).map { "\(round) \($0)" } }))
    let keys = place.server.requests.map { $0.header("Idempotency-Key") ?? "" }
    #expect(Set(keys).count == 300, "one key a job, the same for each attempt")
  }
}
