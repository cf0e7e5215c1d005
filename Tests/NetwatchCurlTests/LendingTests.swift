import CLinux
import Glibc
import NetwatchCore
import NetwatchTestSupport
import Testing

@testable import NetwatchCurl

extension CurlTests {
  /// Requests that their callers begin.
  @Suite struct LendingTests {
    /// An engine at rest, that would lend itself, and whose thread need not come for another time limit.
    private static func restingEngine(
      _ server: KeepingServer,
      setup: @escaping @Sendable () throws -> Void = {}
    ) async throws -> (CurlEngine, thread: pid_t) {
      let (engine, thread) = try await warmEngine(server, setup: setup)
      try await asleep(thread)
      // Not to be over before its caller has begun it.
      server.script = [.readRequest, .pause(.milliseconds(50)), .response(), .again]
      _ = try await engine.perform(pooled("GET", server.origin))
      try await asleep(thread)
      server.script = .http()
      return (engine, thread)
    }

    /// An engine with a connection that is kept.
    private static func warmEngine(
      _ server: KeepingServer,
      setup: @escaping @Sendable () throws -> Void = {}
    ) async throws -> (CurlEngine, thread: pid_t) {
      let thread = Lock<pid_t>(0)
      let engine = try await CurlEngine.start {
        try setup()
        thread.withLock { $0 = linux_gettid() }
      }
      _ = try await engine.perform(pooled("GET", server.origin))
      return (engine, thread.withLock { $0 })
    }

    /// Waits until a thread has been asleep for a while.
    private static func asleep(_ thread: pid_t) async throws {
      var switches: Int?
      try await NetwatchTestSupport.eventually(within: .seconds(10), every: .milliseconds(100)) {
        let former = switches
        switches = ThreadStatus.voluntarySwitches(of: thread)
        return switches == former && ThreadStatus.isAsleep(thread)
      }
    }

    @Test func `a request over a kept connection leaves while the engine's thread sleeps`()
      async throws
    {
      let server = try KeepingServer()
      let (engine, thread) = try await Self.restingEngine(server)
      let before = try #require(ThreadStatus.voluntarySwitches(of: thread))
      server.script = [.readRequest, .hang]
      let exchange = try engine.start(pooled("GET", "\(server.origin)/silent")) { _ in }
      try await NetwatchTestSupport.eventually(within: .seconds(5)) {
        server.requests.last?.target == "/silent"
      }
      #expect(ThreadStatus.voluntarySwitches(of: thread) == before)
      #expect(server.connectionCount == 1)
      exchange.cancel()
    }

    @Test func `a request that has no connection wakes the engine's thread at once`() async throws {
      let server = try KeepingServer()
      let (engine, thread) = try await Self.restingEngine(server)
      let before = try #require(ThreadStatus.voluntarySwitches(of: thread))
      let other = try KeepingServer()
      #expect(try await engine.perform(pooled("GET", other.origin)).sendCount == 1)
      try await Self.asleep(thread)
      #expect(try #require(ThreadStatus.voluntarySwitches(of: thread)) > before)
      #expect(other.requestCount == 1)
    }

    @Test(.enabled(if: NetworkSandbox.isAvailable))
    func `connections are opened where the engine's thread is, whoever begins the request`()
      async throws
    {
      let sandbox = try NetworkSandbox()
      let server = try KeepingServer(in: sandbox.name)
      let (engine, _) = try await Self.restingEngine(server) { [name = sandbox.name] in
        try ThreadView.enterNetwork(name)
      }
      let other = try KeepingServer(in: sandbox.name)
      #expect(try await engine.perform(pooled("GET", other.origin)).sendCount == 1)

      // None is kept, so that the next request needs a new one.
      server.script = .http(keepsAlive: false)
      for _ in 0..<10 {
        #expect(try await engine.perform(pooled("POST", server.origin)).sendCount == 1)
      }
    }

    @Test(.enabled(if: ThreadNamespace.isAvailable))
    func `names are looked up where the engine's thread is, whoever begins the request`()
      async throws
    {
      let folder = try TemporaryFolder()
      let hosts = try folder.write("127.0.0.1 only.there.example\n", to: "hosts")
      let server = try KeepingServer()
      let (engine, _) = try await Self.restingEngine(server) {
        try ThreadNamespace.replace("/etc/hosts", with: hosts)
      }
      let url = "http://only.there.example:\(server.address.port)/"
      #expect(try await engine.perform(pooled("GET", url)).sendCount == 1)
    }

    @Test func `a request is given up at any moment, and the engine goes on`() async throws {
      let server = try KeepingServer()
      let (engine, _) = try await Self.warmEngine(server)
      var generator = SeededGenerator(seed: 1)
      for _ in 0..<500 {
        let microseconds = UInt32.random(in: 0..<300, using: &generator)
        let outcome = Lock<Result<CurlResponse, CurlError>?>(nil)
        let count = Counter()
        let exchange = try engine.start(pooled("GET", server.origin)) { result in
          outcome.withLock { $0 = result }
          count.add(1)
        }
        try onNewThread {
          usleep(microseconds)
          exchange.cancel()
        }
        try await NetwatchTestSupport.eventually(within: .seconds(5), every: .microseconds(100)) {
          count.value > 0
        }
        if case .failure(let error) = outcome.withLock({ $0 }) { #expect(error.kind == .cancelled) }
        #expect(count.value == 1)
      }
      #expect(try await engine.perform(pooled("GET", server.origin)).status == 200)
    }

    @Test func `every request of many threads is answered once`() async throws {
      let server = try KeepingServer()
      let (engine, _) = try await Self.warmEngine(server)
      let answered = Counter()
      let failed = Counter()
      let rounds = 200
      let threads = 4
      try await withThrowingTaskGroup(of: Void.self) { group in
        for thread in 0..<threads {
          group.addTask {
            for round in 0..<rounds {
              // The engine comes to rest now and then, and is asked by one or by all.
              if round % 8 >= 4, thread > 0 { continue }
              let response = try await engine.perform(pooled("GET", "\(server.origin)/\(thread)"))
              if response.status == 200 { answered.add(1) } else { failed.add(1) }
            }
          }
        }
        try await group.waitForAll()
      }
      #expect(answered.value == rounds + (threads - 1) * rounds / 2)
      #expect(failed.value == 0)
      #expect(server.requestCount == 1 + answered.value)
    }

    @Test func `a shutdown while a caller begins a request ends it, and the thread`() async throws {
      let server = try KeepingServer()
      for number in 0..<40 {
        let (engine, thread) = try await Self.warmEngine(server)
        try onNewThread {
          usleep(UInt32(number * 50))
          if number.isMultiple(of: 2) { engine.shutdown() } else { engine.retire() }
        }
        do {
          for _ in 0..<10_000 { _ = try await engine.perform(pooled("GET", server.origin)) }
          Issue.record("The engine has gone on.")
        } catch {
          #expect(error.kind == (number.isMultiple(of: 2) ? .engineStopped : .engineRetired))
        }
        try await NetwatchTestSupport.eventually(within: .seconds(5)) {
          ThreadStatus.read(of: thread).isEmpty
        }
      }
    }
  }
}
