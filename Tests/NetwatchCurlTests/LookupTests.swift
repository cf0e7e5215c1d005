import CLinux
import Glibc
import NetwatchCore
import NetwatchCurl
import NetwatchTestSupport
import Testing

extension CurlTests {
  @Suite(.enabled(if: ThreadNamespace.isAvailable)) struct LookupTests {
    static let answer = "HTTP/1.1 204 No Content\r\n\r\n"

    /// An engine whose name server never answers, so that each lookup takes so many seconds.
    final class DeafEngine: Sendable {
      let engine: CurlEngine
      private let folder: TemporaryFolder
      private let nameServer: CInt

      init(seconds: Int) async throws {
        let folder = try TemporaryFolder()
        let configuration = try folder.write(
          "nameserver 127.0.0.77\noptions timeout:\(seconds) attempts:1\n",
          to: "resolv.conf"
        )
        nameServer = try LoopbackSocket.silentUDP(address: 0x7F00_004D, port: 53)
        engine = try await CurlEngine.start {
          try ThreadNamespace.replace("/etc/resolv.conf", with: configuration)
        }
        self.folder = folder
      }

      deinit {
        close(nameServer)
      }
    }

    private static func request(timeout: Duration) -> CurlRequest {
      CurlRequest(.url("http://silent.example/"), timeout: timeout)
    }

    @Test func `a silent name server disturbs no other transfer`() async throws {
      let deaf = try await DeafEngine(seconds: 4)
      let server = try ScriptedServer(answer: Self.answer)
      let start = ContinuousClock.now
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<4 {
          group.addTask {
            let error = try await deaf.engine.failure(of: Self.request(timeout: .milliseconds(200)))
            #expect(error.kind == .timedOut(connected: false))
            #expect(error.timings.nameLookup == nil)
          }
        }
        for _ in 0..<20 {
          #expect(try await deaf.engine.perform(get(server)).status == 204)
          try await Task.sleep(for: .milliseconds(20))
        }
        try await group.waitForAll()
      }
      #expect(ContinuousClock.now - start < .seconds(3))
    }

    @Test func `a lookup is cancelled at once`() async throws {
      let deaf = try await DeafEngine(seconds: 2)
      let latency = try await fastestCancellation {
        try await deaf.engine.perform(Self.request(timeout: .seconds(30)))
      }
      #expect(latency < .milliseconds(50))
    }

    @Test func `lookups that were given up are bounded in number`() async throws {
      let deaf = try await DeafEngine(seconds: 2)
      let server = try ScriptedServer(answer: Self.answer)
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<32 {
          group.addTask {
            let request = Self.request(timeout: .milliseconds(20))
            await #expect(throws: CurlError.self) { try await deaf.engine.perform(request) }
          }
        }
      }
      let error = try await deaf.engine.failure(of: Self.request(timeout: .milliseconds(20)))
      #expect(error.kind == .nameNotResolved)
      #expect(error.message.contains("32 earlier lookups"))
      #expect(try await deaf.engine.perform(get(server)).status == 204)

      try await Task.sleep(for: .milliseconds(2_500))
      let later = try await deaf.engine.failure(of: Self.request(timeout: .milliseconds(20)))
      #expect(later.kind == .timedOut(connected: false))
    }
  }
}
