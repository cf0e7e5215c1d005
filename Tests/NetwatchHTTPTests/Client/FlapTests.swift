import NetwatchCore
import NetwatchTestSupport
import Testing

@testable import NetwatchHTTP

/// Many requests that wait for a connection which comes and goes.
@Suite(.timeLimit(.minutes(3)))
struct FlapTests {
  /// How many requests a server is working on.
  private struct Load {
    var isServing = false
    var now = 0
    var most = 0
  }

  /// Refuses until it serves; then each request takes a while, and is counted meanwhile.
  private static func script(_ load: Box<Load>) -> ScriptedServer.Script {
    [
      .readRequest,
      .respond { _ in
        let isServing = load.value.withLock { load in
          guard load.isServing else { return false }
          load.now += 1
          load.most = max(load.most, load.now)
          return true
        }
        guard isServing else { return [.response(status: 503)] }
        return [
          .pause(.milliseconds(1)),
          .respond { _ in
            load.value.withLock { $0.now -= 1 }
            return [.response(status: 204)]
          },
        ]
      },
      .again,
    ]
  }

  private final class Box<Value: Sendable>: Sendable {
    let value: Lock<Value>
    init(_ value: Value) { self.value = Lock(value) }
  }

  @Test func `none of 10,000 is lost over 1,000 flaps, and no more are released than may be`()
    async throws
  {
    let (limit, total) = (16, 10_000)
    let load = Box(Load())
    let server = try ScriptedServer(script: Self.script(load))
    let manager = WatchedManager(isAvailable: false)
    let client = NetworkClient.testing(manager) {
      $0.release = ReleaseSettings(limit: limit, jitter: .zero)
      $0.attemptTimeout = .seconds(60)
    }.with(.retryWhenConnected(manager))
    let release = client.core.release
    var request = NetworkRequest(url: "\(server.origin)/")
    request.requirement = .internet
    try await withThrowingTaskGroup(of: Int.self) { group in
      for wave in 1...(total / 200) {
        for _ in 0..<200 {
          group.addTask { [request] in try await client.send(request).attempts }
        }
        // One of them watches, the others wait for its word.
        try await eventually(within: .seconds(30)) {
          release.waiterCount(at: manager) == wave * 200 - 1
        }
      }
      load.value.withLock { $0.isServing = true }
      var generator = SeededGenerator(seed: 17)
      for flap in 0..<2_000 {
        manager.settable.set(isAvailable: flap.isMultiple(of: 2))
        try await Task.sleep(for: .microseconds(Int.random(in: 0...2_000, using: &generator)))
      }
      manager.settable.set(isAvailable: true)
      var done = 0
      for try await attempts in group {
        #expect(attempts == 2)
        done += 1
      }
      #expect(done == total)
    }
    #expect(server.requestCount == 2 * total)
    #expect(load.value.withLock { $0.most } <= limit)
    #expect(load.value.withLock { $0.most } > limit / 2)
  }
}
