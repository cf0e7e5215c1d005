import NetwatchCore
import NetwatchTestSupport
import Testing

@testable import NetwatchSystemd

@Suite final class ServiceWatchdogTests: Sendable {
  private let clock = ManualClock()
  private let sent = Sent()
  private let isHealthy = Lock(true)
  private let logged = Lock([String]())

  /// Runs a watchdog of ten seconds beside a test, until the test is done.
  private func watching(
    isHealthy: @escaping @Sendable () async -> Bool,
    _ body: () async throws -> Void
  ) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        try await ServiceWatchdog(limit: .seconds(10)).run(
          ServiceNotifier(send: self.sent.send),
          clock: self.clock,
          log: { level, message, _ in self.logged.withLock { $0.append("\(level) \(message)") } },
          isHealthy: isHealthy
        )
      }
      try await body()
      group.cancelAll()
      await #expect(throws: CancellationError.self) { try await group.next() }
    }
  }

  private func watching(_ body: () async throws -> Void) async throws {
    try await watching(isHealthy: { self.isHealthy.withLock { $0 } }, body)
  }

  /// Lets the watchdog sleep, and then so much time pass.
  private func pass(_ duration: Duration) async {
    await clock.sleepers()
    clock.advance(by: duration)
  }

  @Test func `the manager is told at once and at half of its limit`() async throws {
    try await watching {
      await clock.sleepers()
      #expect(sent.messages == ["WATCHDOG=1"])
      #expect(clock.nextDeadline == .init(offset: .seconds(5)))
      await pass(.seconds(5))
      await clock.sleepers()
      #expect(sent.messages.count == 2)
      #expect(clock.nextDeadline == .init(offset: .seconds(10)))
    }
  }

  @Test func `an unhealthy service is not shown as alive until it is healthy again`() async throws {
    try await watching {
      await clock.sleepers()
      isHealthy.withLock { $0 = false }
      await pass(.seconds(5))
      await pass(.seconds(5))
      await clock.sleepers()
      #expect(sent.messages.count == 1)
      #expect(logged.withLock { $0.count } == 1)
      isHealthy.withLock { $0 = true }
      await pass(.seconds(5))
      await clock.sleepers()
      #expect(sent.messages.count == 2)
    }
  }

  @Test func `the time that the question takes is part of the interval`() async throws {
    let slow: @Sendable () async -> Bool = {
      self.clock.advance(by: .seconds(2))
      return true
    }
    try await watching(isHealthy: slow) {
      await clock.sleepers()
      #expect(clock.nextDeadline == .init(offset: .seconds(5)))
    }
  }

  @Test func `a message that could not be sent is logged and the next one is sent`() async throws {
    sent.fail(with: SystemdError(failure: "The service manager could not be notified", code: 111))
    try await watching {
      await clock.sleepers()
      #expect(
        logged.withLock { $0 }
          == ["warning The service manager could not be notified: Connection refused"]
      )
      sent.fail(with: nil)
      await pass(.seconds(5))
      await clock.sleepers()
      #expect(sent.messages == ["WATCHDOG=1"])
    }
  }

  @Test func `a service that is asked when it is cancelled tells no more`() async throws {
    let (asked, answer) = (
      AsyncStream.makeStream(of: Void.self), AsyncStream.makeStream(of: Void.self)
    )
    let slow: @Sendable () async -> Bool = {
      asked.continuation.yield()
      for await _ in answer.stream { break }
      return true
    }
    try await watching(isHealthy: slow) { for await _ in asked.stream { break } }
    #expect(sent.messages.isEmpty)
  }

  @Test func `a real service is told its limit and pings in time`() async throws {
    let folder = try TemporaryFolder()
    let socket = try NotifySocket(folder.file("notify"))
    let process = try ChildProcess.start(
      [Service.program, "watchdog"],
      environment: ["NOTIFY_SOCKET": socket.name, "WATCHDOG_USEC": "200000"]
    )
    #expect(try await process.nextLine() == "0.2 seconds")
    for _ in 0..<3 { #expect(try await socket.nextMessage() == "WATCHDOG=1") }
  }

  @Test(
    arguments: [
      ([:], "none\n"), (["WATCHDOG_USEC": "200000", "WATCHDOG_PID": "1"], "none\n"),
      (["WATCHDOG_USEC": "soon"], invalid), (["WATCHDOG_USEC": "0"], invalid),
      (["WATCHDOG_USEC": "18446744073709551615"], invalid),
      (["WATCHDOG_USEC": "200000", "WATCHDOG_PID": "x"], invalid),
    ] as [([String: String], String)]
  )
  func `a watchdog is expected where the variables say so`(
    environment: [String: String],
    text: String
  ) async throws {
    #expect(try await Service.run(["watchdog"], environment).stdout == text)
  }

  private static let invalid = """
    The service manager's watchdog could not be understood (WATCHDOG_USEC): Invalid argument

    """
}
