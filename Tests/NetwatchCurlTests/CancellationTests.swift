import CLinux
import Glibc
import NetwatchCurl
import NetwatchTestSupport
import Testing

extension CurlTests {
  @Suite struct CancellationTests {
    @Test func `connecting is cancelled at once`() async throws {
      let full = try LoopbackSocket.full()
      defer { for descriptor in full.descriptors { close(descriptor) } }
      let engine = try await CurlEngine.start()
      let request = pooled("GET", "http://127.0.0.1:\(full.port)/")
      let latency = try await fastestEnd { _ = try await engine.open(request) }
      #expect(latency < .milliseconds(50))
    }

    @Test func `an upload is cancelled at once`() async throws {
      let server = try KeepingServer(script: [.hang])
      let engine = try await CurlEngine.start()
      let body = CurlBody.bytes(.init(repeating: 1, count: 20_000_000))
      let request = pooled("PUT", server.origin, body: body)
      let latency = try await fastestEnd { _ = try await engine.perform(request) }
      #expect(latency < .milliseconds(50))
    }

    @Test func `reading a body is cancelled at once`() async throws {
      let server = try KeepingServer(script: [
        .readRequest, .send("HTTP/1.1 200 OK\r\n\r\nabc"), .hang,
      ])
      let engine = try await CurlEngine.start()
      let request = pooled("GET", server.origin)
      let latency = try await fastestEnd { _ = try await engine.open(request).rest() }
      #expect(latency < .milliseconds(50))
      try await eventually(within: .seconds(5)) { server.openConnectionCount == 0 }
    }

    @Test func `thousands of cancelled transfers leave nothing behind`() async throws {
      let server = try KeepingServer(script: [
        .readRequest, .send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc"), .hang,
      ])
      let engine = try await CurlEngine.start()
      try await Self.cancelMany(200, server, engine)
      let (descriptors, memory) = (try Descriptors.count(), Self.residentPages())
      try await Self.cancelMany(3_000, server, engine)
      try await eventually(within: .seconds(5)) { server.openConnectionCount == 0 }
      #expect(try await Descriptors.count(settlingTo: descriptors) <= descriptors + 4)
      // Under 3 KB a transfer, of which none would be lost if it were not for the allocator.
      #expect(Self.residentPages() - memory < 2_048)
    }

    private static func cancelMany(
      _ count: Int,
      _ server: KeepingServer,
      _ engine: CurlEngine
    ) async throws {
      for round in 0..<count / 10 {
        await withTaskGroup(of: Void.self) { group in
          for number in 0..<10 {
            group.addTask {
              let request = pooled("GET", server.origin)
              if number.isMultiple(of: 2) {
                _ = try? await engine.perform(request)
              } else {
                _ = try? await engine.open(request).rest()
              }
            }
          }
          try? await Task.sleep(for: .microseconds(round % 20 * 100))
          group.cancelAll()
        }
      }
    }

    private static func residentPages() -> Int {
      let file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC)
      defer { close(file) }
      var buffer = [UInt8](repeating: 0, count: 256)
      let length = read(file, &buffer, buffer.count)
      let fields = String(decoding: buffer.prefix(max(length, 0)), as: UTF8.self).split(
        separator: " "
      )
      return fields.count > 1 ? Int(fields[1]) ?? 0 : 0
    }
  }
}
