import NetwatchCore
import NetwatchTestSupport
import Testing

@testable import NetwatchHTTP

/// A name server that never answers.
@Suite(.enabled(if: Privilege.isHostRoot), .timeLimit(.minutes(1)))
struct SilentNameServerTests {
  private let nameServer: UDPSink
  private let folder: TemporaryFolder
  private let client: NetworkClient

  init() throws {
    nameServer = try UDPSink(address: "127.0.0.78", port: 53)
    folder = try TemporaryFolder()
    let configuration = try folder.write(
      "nameserver 127.0.0.78\noptions timeout:3 attempts:1\n",
      to: "resolv.conf"
    )
    let transport = CurlTransport {
      try ThreadView.replace("/etc/resolv.conf", with: configuration)
    }
    client = NetworkClient.testing(transport: transport) {
      $0.connectTimeout = .milliseconds(300)
    }
  }

  private var unknown: NetworkRequest {
    NetworkRequest(method: .post, url: "http://silent.example/")
  }

  @Test func `it costs a request its time to connect, and others nothing`() async throws {
    let server = try ScriptedServer()
    let start = ContinuousClock.now
    async let failed = client.with(.hastyBackoff(maxAttempts: 2)).failure(of: unknown)
    for _ in 0..<20 {
      #expect(try await client.send(.init(url: "\(server.origin)/")).status == 200)
      try await Task.sleep(for: .milliseconds(20))
    }
    let error = try await failed
    #expect(error.networkErrorType == .connectTimeout)
    #expect(error.nothingReachedServer)
    #expect(error.attempts.count == 2)
    #expect(ContinuousClock.now - start < .seconds(2.5))
  }

  @Test func `a lookup is cancelled at once`() async throws {
    let (client, request, nameServer) = (client, unknown, nameServer)
    let lag = try await shortestCancellationLag(of: { try await client.send(request) }) { _ in
      _ = try await awaitThread { try nameServer.receive(within: .seconds(5)) }
    }
    #expect(lag <= cancellationLimit)
  }
}
