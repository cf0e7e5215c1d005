import CLinux
import Glibc
import NetwatchCore
import NetwatchCurl
import Testing

extension CurlTests {
  @Suite struct EngineTests {
    static let answer = "HTTP/1.1 204 No Content\r\n\r\n"

    struct Refusal: Error {}

    @Test func `a failing set-up keeps the engine from starting`() async {
      await #expect(throws: Refusal.self) { try await CurlEngine.start { throw Refusal() } }
    }

    @Test func `signals are blocked and the thread has a name`() async throws {
      let status = Lock("")
      let engine = try await CurlEngine.start {
        status.withLock { $0 = ThreadStatus.read(of: linux_gettid()) }
      }
      let text = status.withLock { $0 }
      #expect(text.contains("Name:\tnetwatch-curl\n"))
      // All but KILL, STOP and the two that glibc keeps for itself.
      #expect(text.contains("SigBlk:\tfffffffe7ffbfeff\n"))
      engine.shutdown()
    }

    @Test(arguments: [
      ScriptedServer.Step.beSilent,
      .flood("HTTP/1.1 103 Early Hints\r\n\r\n", every: .milliseconds(1)),
    ])
    func `cancellation is answered at once, and the engine goes on`(
      _ step: ScriptedServer.Step
    ) async throws {
      let silent = try ScriptedServer([step])
      let server = try ScriptedServer(answer: Self.answer)
      let engine = try await CurlEngine.start()
      let latency = try await fastestCancellation {
        try await engine.perform(get(silent))
      }
      #expect(latency < .milliseconds(50))
      #expect(try await engine.perform(get(server)).status == 204)
    }

    @Test func `a task cancelled before it begins sends nothing`() async throws {
      let server = try ScriptedServer(answer: Self.answer)
      let engine = try await CurlEngine.start()
      let task = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        return try await engine.perform(get(server))
      }
      let error = await #expect(throws: CurlError.self) { try await task.value }
      #expect(error?.kind == .cancelled)
      #expect(server.requests.isEmpty)
    }

    @Test func `a thousand transfers leave no descriptor behind`() async throws {
      let server = try ScriptedServer(answer: Self.answer)
      let engine = try await CurlEngine.start()
      _ = try await engine.perform(get(server))
      let before = try Descriptors.count()
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<16 {
          group.addTask {
            for _ in 0..<63 { _ = try await engine.perform(get(server)) }
          }
        }
        try await group.waitForAll()
      }
      // Other suites have descriptors too, and the server's last threads are still closing theirs.
      let after = try await Descriptors.count(settlingTo: before)
      #expect(after < before + 20)
    }

    @Test func `two engines work side by side`() async throws {
      let server = try ScriptedServer(answer: Self.answer)
      let (one, other) = (try await CurlEngine.start(), try await CurlEngine.start())
      async let first = one.perform(get(server)).status
      async let second = other.perform(get(server)).status
      #expect(try await [first, second] == [204, 204])
      one.shutdown()
      #expect(try await other.perform(get(server)).status == 204)
    }

    @Test func `a shutdown ends what is outstanding, and what comes after`() async throws {
      let silent = try ScriptedServer([.beSilent])
      let engine = try await CurlEngine.start()
      let failures = await withTaskGroup(of: CurlError.Kind?.self) { group in
        for _ in 0..<20 {
          group.addTask {
            await #expect(throws: CurlError.self) { try await engine.perform(get(silent)) }?.kind
          }
        }
        try? await Task.sleep(for: .milliseconds(50))
        engine.shutdown()
        return await group.reduce(into: []) { $0.append($1) }
      }
      #expect(failures == Array(repeating: .engineStopped, count: 20))
      #expect(try await engine.failure(of: get(silent)).kind == .engineStopped)
    }

    @Test func `an engine that is let go of ends its thread`() async throws {
      let thread = Lock<pid_t>(0)
      do {
        let engine = try await CurlEngine.start { thread.withLock { $0 = linux_gettid() } }
        #expect(!ThreadStatus.read(of: thread.withLock { $0 }).isEmpty)
        _ = engine
      }
      try await eventually { ThreadStatus.read(of: thread.withLock { $0 }).isEmpty }
    }

    @Test func `an idle engine never wakes up`() async throws {
      let server = try ScriptedServer(answer: Self.answer)
      let thread = Lock<pid_t>(0)
      let engine = try await CurlEngine.start { thread.withLock { $0 = linux_gettid() } }
      for _ in 0..<10 { _ = try await engine.perform(get(server)) }
      try await Task.sleep(for: .milliseconds(200))
      let id = thread.withLock { $0 }
      let before = try #require(ThreadStatus.voluntarySwitches(of: id))
      try await Task.sleep(for: .seconds(2))
      #expect(ThreadStatus.voluntarySwitches(of: id) == before)
      engine.shutdown()
    }
  }
}
