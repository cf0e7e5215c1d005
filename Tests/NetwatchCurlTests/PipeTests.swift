import NetwatchCurl
import NetwatchTestSupport
import Testing

extension CurlTests {
  @Suite struct PipeTests {
    struct Reason: Error {}

    @Test func `what a task writes arrives with the length that was announced`() async throws {
      let server = try KeepingServer()
      let engine = try await CurlEngine.start()
      let pipe = CurlBodyPipe()
      async let response = engine.perform(
        pooled("POST", server.origin, body: .pipe(pipe, length: 600_000))
      )
      for _ in 0..<60 { try await pipe.write(.init(repeating: 65, count: 10_000)) }
      pipe.finish()
      #expect(try await response.status == 200)
      #expect(server.requests.map(\.body.utf8.count) == [600_000])
      await #expect(throws: CurlBodyPipe.Closed.self) { try await pipe.write([1]) }
    }

    @Test func `a writer is held up while the server does not read`() async throws {
      let server = try KeepingServer(script: [.hang])
      let engine = try await CurlEngine.start()
      let pipe = CurlBodyPipe()
      let transfer = Task {
        try await engine.perform(pooled("PUT", server.origin, body: .pipe(pipe, length: nil)))
      }
      let written = Counter()
      let writer = Task {
        while true {
          try await pipe.write(.init(repeating: 1, count: 100_000))
          written.add(100_000)
        }
      }
      try await Task.sleep(for: .milliseconds(500))
      let count = written.value
      try await Task.sleep(for: .milliseconds(200))
      // What the kernel holds on a loopback connection is some megabytes.
      #expect(written.value == count)
      #expect(count < 20_000_000)
      transfer.cancel()
      await #expect(throws: CurlBodyPipe.Closed.self) { try await writer.value }
      await #expect(throws: CurlError.self) { try await transfer.value }
    }

    @Test func `a source that gives up ends the transfer`() async throws {
      let server = try KeepingServer()
      let engine = try await CurlEngine.start()
      let pipe = CurlBodyPipe()
      async let error = engine.failure(
        of: pooled("PUT", server.origin, body: .pipe(pipe, length: nil))
      )
      try await pipe.write([1])
      try await Task.sleep(for: .milliseconds(50))
      pipe.fail(Reason())
      #expect(try await error.kind == .bodyFailed)
    }

    @Test func `fewer or more bytes than were announced are an error`() async throws {
      let server = try KeepingServer()
      let engine = try await CurlEngine.start()
      let short = CurlBodyPipe()
      async let error = engine.failure(
        of: pooled("PUT", server.origin, body: .pipe(short, length: 2))
      )
      try await short.write([1])
      short.finish()
      #expect(try await error.kind == .bodyEndedEarly)

      let long = CurlBodyPipe()
      try await long.write([1, 2, 3])
      let other = try await engine.failure(
        of: pooled("PUT", server.origin, body: .pipe(long, length: 2))
      )
      #expect(other.kind == .bodyFailed)
    }

    @Test func `a writer is cancelled at once`() async throws {
      let pipe = CurlBodyPipe()
      try await pipe.write(.init(repeating: 1, count: CurlBodyPipe.capacity))
      let latency = try await fastestEnd { try await pipe.write([1]) }
      #expect(latency < .milliseconds(50))
    }

    @Test func `a pipe whose request is refused is closed`() async throws {
      let engine = try await CurlEngine.start()
      engine.shutdown()
      for request in [
        pooled("PUT", "http://127.0.0.1/", body: .pipe(CurlBodyPipe(), length: nil)),
        pooled("PUT", "nonsense", body: .pipe(CurlBodyPipe(), length: nil)),
      ] {
        guard case .pipe(let pipe, _) = request.body else { continue }
        _ = try await engine.failure(of: request)
        await #expect(throws: CurlBodyPipe.Closed.self) { try await pipe.write([1]) }
      }
    }
  }
}
