import NetwatchCore
import NetwatchJobs
import NetwatchTestSupport
import Testing

@testable import NetwatchHTTP
@testable import NetwatchService

/// The address rule where it counts: at the connections that are made and kept.
@Suite(.timeLimit(.minutes(1)))
struct AddressTests {
  @Test func `a redirect to an address that is not allowed is not followed`() async throws {
    let server = try ScriptedServer()
    for target in [
      "http://169.254.169.254/latest/", "http://[::ffff:a9fe:a9fe]/", "http://0.0.0.0/",
    ] {
      server.script = .http(status: 302, headers: ["Location": target])
      let job = try await JobRuns(attempts: 3).send(server.origin)
      #expect(job.state == .dead)
      #expect(job.attempt == 1)
      #expect(job.reason?.contains("must not be connected to") == true)
    }
  }

  @Test func `a connection that was kept is not used once its address is no longer allowed`()
    async throws
  {
    let server = try ScriptedServer()
    let runs = JobRuns()
    let body = #"{"kind":"http","http":{"url":"\#(server.origin)/"}}"#
    let late = try runs.kinds.jobs(body)
    let job = try await runs.running {
      let first = try await runs.scheduler.submit(runs.kinds.jobs(body))
      #expect(try await runs.end(of: first[0].id).state == .succeeded)
      #expect(server.openConnectionCount == 1)
      runs.kinds.update(ServiceConfiguration())
      return try await runs.end(of: runs.scheduler.submit(late)[0].id)
    }
    #expect(job.state == .dead)
    #expect(job.reason?.contains("http.allowLoopback") == true)
    #expect(server.requestCount == 1)
  }

  @Test func `the environment's proxies are passed by`() async throws {
    let transport = RecordingTransport()
    _ = try await JobRuns(attempts: 1, transport: transport).send("http://a.example/")
    let limits = try #require(transport.requests.first).limits
    #expect(limits.route == .direct)
    #expect(limits.addressCheck?(IPAddress(ipv4: 0x0000_0000)) != nil)
  }
}

/// Names that stand for addresses which are not allowed, as whoever owns a name can have it.
@Suite(.enabled(if: Privilege.isHostRoot), .timeLimit(.minutes(1)))
struct AddressNameTests {
  private let folder: TemporaryFolder
  private let transport: CurlTransport

  init() throws {
    folder = try TemporaryFolder()
    let hosts = try folder.write(
      """
      127.0.0.1 inside.example
      127.0.0.1 both.example
      127.0.0.2 both.example
      169.254.169.254 metadata.example
      ::ffff:127.0.0.1 mapped.example
      """,
      to: "hosts"
    )
    transport = CurlTransport { try ThreadView.replace("/etc/hosts", with: hosts) }
  }

  @Test(
    "The address that a name stands for is refused, and nothing is connected to",
    arguments: ["inside.example", "both.example", "metadata.example", "mapped.example"]
  )
  func refused(name: String) async throws {
    let server = try ScriptedServer(address: "0.0.0.0")
    let runs = JobRuns(attempts: 3, transport: transport) { $0.http.allowsLoopback = false }
    let job = try await runs.send("http://\(name):\(server.address.port)/?hidden")
    #expect(job.state == .dead)
    #expect(job.attempt == 1)
    #expect(job.reason?.contains("must not be connected to: it is an address of ") == true)
    #expect(!job.told.contains("hidden"))
    #expect(server.connectionCount == 0)
  }

  @Test func `a name is asked where its address is allowed`() async throws {
    let server = try ScriptedServer()
    let job = try await JobRuns(transport: transport)
      .send("http://inside.example:\(server.address.port)/")
    #expect(job.state == .succeeded)
  }
}

/// A host with an address of its own, and a server elsewhere that leads back to it.
@Suite(.enabled(if: NetworkSandbox.isAvailable), .timeLimit(.minutes(1)))
struct AddressRedirectTests {
  @Test func `a server elsewhere cannot have this host asked`() async throws {
    let pair = try await awaitThread { try NetworkPair(families: [.ipv4]) }
    let name = pair.client.name
    let inside = try ScriptedServer(in: name, address: "0.0.0.0")
    let server = try ScriptedServer(in: pair.server.name, address: NetworkPair.serverIPv4)
    let transport = CurlTransport { try ThreadView.enterNetwork(name) }
    let runs = JobRuns(transport: transport) { $0.http.allowsLoopback = false }
    #expect(try await runs.send("\(server.origin)/").state == .succeeded)
    for host in ["127.0.0.1", "localhost", "127.8.8.8", "198.51.100.2"] {
      server.script = .http(
        status: 302,
        headers: ["Location": "http://\(host):\(inside.address.port)/"]
      )
      let runs = JobRuns(transport: transport) { $0.http.allowsLoopback = false }
      let job = try await runs.send("\(server.origin)/")
      #expect(job.state == .dead)
      #expect(job.reason?.contains("http.allowLoopback") == true)
    }
    #expect(inside.connectionCount == 0)
  }
}

/// Keeps what it is asked to carry, and fails it.
private final class RecordingTransport: HTTPTransport {
  private let kept = Lock<[TransportRequest]>([])

  var requests: [TransportRequest] { kept.withLock { $0 } }

  func start(
    _ request: TransportRequest,
    completion: @escaping @Sendable (TransportResult) -> Void
  ) -> (any TransportExchange)? {
    kept.withLock { $0.append(request) }
    completion(
      .failure(
        TransportFailure(
          type: .unknown,
          message: "it is only kept",
          remoteAddress: nil,
          sent: .nothing,
          evidence: nil
        )
      )
    )
    return nil
  }
}
