import NetwatchCore
import NetwatchLinux
import NetwatchTestSupport
import Testing

@Suite(.enabled(if: NetworkSandbox.isAvailable), .timeLimit(.minutes(2)))
struct ManyObserverTests {
  private static let crowd = isSanitizingThreads ? 1_000 : 10_000

  private let sandbox: NetworkSandbox
  private let manager: LinuxConnectivityManager

  init() throws {
    sandbox = try .base()
    manager = try .watching(sandbox)
  }

  @Test func `a slow observer skips to the newest value, and never sees one twice`() async throws {
    try await whileRunning(manager) {
      var values = manager.connectionAssumedAvailable.makeAsyncIterator()
      let first = await values.next()
      for _ in 0..<3 {
        try await lose()
        try await regain()
      }
      try await lose()
      let second = await values.next()
      #expect([first, second] == [true, false])
      try await regain()
      try await lose()
      let waiting = Task { [values] in
        var values = values
        return await values.next()
      }
      try await regain()
      #expect(await waiting.value == true)
    }
  }

  @Test func `a consumer on the executor is not delayed by ten thousand observers`() async throws {
    try await whileRunning(manager) {
      let alone = try await medianDelay()
      try await Crowd.watching(manager, count: Self.crowd) {
        let amongMany = try await medianDelay()
        if !isSanitizingThreads { #expect(amongMany < alone + .milliseconds(20)) }
      }
    }
  }

  @Test func `observers that are cancelled end, and leave nothing behind`() async throws {
    try await whileRunning(manager) {
      for _ in 0..<3 {
        let tokens = Tokens()
        try await Crowd.watching(manager, count: Self.crowd, tokens: tokens) {
          #expect(tokens.count > 0)
        }
        #expect(tokens.count == 0)
      }
      try await lose()
    }
  }

  private func lose() async throws {
    try sandbox.loseDefault()
    try await eventually(within: .seconds(20)) { !manager.isConnectionAssumedAvailable }
  }

  private func regain() async throws {
    try sandbox.regainDefault()
    try await eventually(within: .seconds(20)) { manager.isConnectionAssumedAvailable }
  }

  /// How long after a change a consumer of all states sees it.
  private func medianDelay() async throws -> Duration {
    let seen = Record<ContinuousClock.Instant>()
    let consumer = Task(executorPreference: manager.executor) { [manager] in
      for await _ in manager.states { seen.append(.now) }
    }
    try await eventually(within: .seconds(10)) { seen.values.count == 1 }
    var batch = try IPBatch(in: sandbox.name)
    var delays: [Duration] = []
    for number in 0..<11 {
      let start = ContinuousClock.now
      _ = try batch.run("route \(number % 2 == 0 ? "del" : "add") default via 198.51.100.1")
      try await eventually(within: .seconds(20)) { seen.values.count == number + 2 }
      delays.append(start.duration(to: seen.values[number + 1]))
    }
    _ = try batch.run("route add default via 198.51.100.1")
    consumer.cancel()
    await consumer.value
    return delays.sorted()[delays.count / 2]
  }
}

/// Counts what is alive of the things that observers hold.
private final class Tokens: Sendable {
  private let alive = Lock(0)

  var count: Int { alive.withLock { $0 } }

  func make() -> Token { Token(self) }

  final class Token: Sendable {
    private let tokens: Tokens

    init(_ tokens: Tokens) {
      self.tokens = tokens
      tokens.alive.withLock { $0 += 1 }
    }

    deinit { tokens.alive.withLock { $0 -= 1 } }
  }
}

/// Many observers at once, half of which never look again after the first value.
private enum Crowd {
  static func watching(
    _ manager: LinuxConnectivityManager,
    count: Int,
    tokens: Tokens = Tokens(),
    _ body: () async throws -> Void
  ) async throws {
    let begun = Record<Int>()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<count {
        let token = tokens.make()
        group.addTask {
          defer { withExtendedLifetime(token) {} }
          for await _ in manager.connectionAssumedAvailable {
            begun.append(number)
            if number % 2 == 0 { try? await Task.sleep(for: .seconds(3_600)) }
          }
        }
      }
      try await eventually(within: .seconds(60)) { begun.values.count >= count }
      try await body()
      group.cancelAll()
    }
  }
}
