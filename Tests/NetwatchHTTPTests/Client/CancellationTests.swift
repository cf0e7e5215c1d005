import CLinux
import Glibc
import NetwatchCore
import NetwatchTestSupport
import Testing

@testable import NetwatchHTTP

/// A request is cancelled at any moment of its life.
@Suite(.timeLimit(.minutes(5)))
struct CancellationTests {
  private let server: ScriptedServer
  private let client = NetworkClient.testing()

  init() throws {
    server = try ScriptedServer(script: [.readRequest, .hang])
  }

  private var request: NetworkRequest {
    var request = NetworkRequest(url: "\(server.origin)/")
    request.requirement = .internet
    return request
  }

  private func isLetGo() async throws {
    try await eventually(within: .seconds(5)) { server.openConnectionCount == 0 }
  }

  @Test(.enabled(if: NetworkSandbox.isAvailable))
  func `while it connects`() async throws {
    // Nobody is behind the gateway, and the kernel takes three seconds to find out.
    let sandbox = try await awaitThread { try NetworkSandbox.base() }
    let transport = CurlTransport { [name = sandbox.name] in try ThreadView.enterNetwork(name) }
    let client = NetworkClient.testing(transport: transport).with(.hastyBackoff())
    let lag = try await shortestCancellationLag(
      of: { try await client.send(NetworkRequest(url: "http://192.0.2.80/")) },
      when: { _ in try await Task.sleep(for: .milliseconds(100)) }
    )
    #expect(lag <= cancellationLimit)
  }

  @Test func `while it sends its body`() async throws {
    let written = Record<Void>()
    var request = request
    request.method = .put
    request.body = .source(
      BodySource(isReplayable: true) { writer in
        while true {
          try await writer.write(Array(repeating: 0, count: 65_536))
          written.append(())
        }
      }
    )
    let lag = try await shortestCancellationLag(of: { [client, request] in
      try await client.send(request)
    }) { _ in
      let before = written.entries.count
      try await eventually(within: .seconds(5)) { written.entries.count > before + 4 }
    }
    #expect(lag <= cancellationLimit)
  }

  @Test func `while it waits for the head`() async throws {
    let client = client.with(.hastyBackoff())
    let lag = try await shortestCancellationLag(of: { [request] in try await client.send(request) })
    { number in
      try await eventually(within: .seconds(5)) { server.requestCount == number }
    }
    #expect(lag <= cancellationLimit)
    try await isLetGo()
    #expect(server.connectionCount == 5)
  }

  @Test func `in the middle of the answer's body`() async throws {
    server.script = [
      .readRequest, .send("HTTP/1.1 200 OK\r\n\r\n"), .sendEvery("x", .milliseconds(10)),
    ]
    let client = client.with(.hastyBackoff())
    let lag = try await shortestCancellationLag(of: { [request] in try await client.send(request) })
    { number in
      try await eventually(within: .seconds(5)) { server.requestCount == number }
      try await Task.sleep(for: .milliseconds(50))
    }
    #expect(lag <= cancellationLimit)
    try await isLetGo()
    #expect(server.connectionCount == 5)
  }

  @Test func `while it reads a streamed body`() async throws {
    server.script = [.readRequest, .send("HTTP/1.1 200 OK\r\n\r\nx"), .hang]
    let begun = Record<Void>()
    let lag = try await shortestCancellationLag(
      of: { [client, request] in
        for try await _ in try await client.stream(request).body { begun.append(()) }
        // A cancelled loop may not look like one that came to its end.
        Issue.record("the loop has ended")
      }
    ) { number in
      try await eventually(within: .seconds(5)) { begun.entries.count == number }
    }
    #expect(lag <= cancellationLimit)
    try await isLetGo()
  }

  @Test func `while it backs off`() async throws {
    server.script = .http(status: 503, headers: ["Retry-After": "5"])
    let client = client.with(.hastyBackoff())
    let lag = try await shortestCancellationLag(of: { [request] in try await client.send(request) })
    { number in
      try await eventually(within: .seconds(5)) { server.requestCount == number }
      try await Task.sleep(for: .milliseconds(50))
    }
    #expect(lag <= cancellationLimit)
    #expect(server.requestCount == 5)
  }

  @Test func `while it waits for connectivity, whose return then sends nothing`() async throws {
    server.script = .http(status: 503)
    let manager = WatchedManager(isAvailable: false)
    let client = NetworkClient.testing(manager).with(.retryWhenConnected(manager))
    let lag = try await shortestCancellationLag(of: { [request] in try await client.send(request) })
    { number in
      try await eventually(within: .seconds(5)) { manager.observerCount == number }
    }
    #expect(lag <= cancellationLimit)
    manager.settable.set(isAvailable: true)
    try await Task.sleep(for: .milliseconds(100))
    #expect(server.requestCount == 5)
  }

  @Test func `while it waits to be released`() async throws {
    server.script = .http(status: 503, keepsAlive: false)
    let manager = WatchedManager(isAvailable: false)
    let client = NetworkClient.testing(manager) { $0.release = .init(jitter: .zero) }
      .with(.retryWhenConnected(manager))
    let (release, destination) = (client.core.release, request.destination)
    let canary = Task { [request] in try await client.send(request) }
    let lag = try await cancellationLag(of: { [request] in try await client.send(request) }) {
      // One of the two watches, the other waits for its word.
      try await eventually(within: .seconds(5)) { release.waiterCount(at: manager) == 1 }
      server.script = [.readRequest, .hang]
      manager.settable.set(isAvailable: true)
      try await eventually(within: .seconds(5)) {
        server.requestCount == 3 && release.gate.waiterCount(at: destination) == 1
      }
      // Either of the two can be the canary.
      canary.cancel()
      await #expect(throws: CancellationError.self) { try await canary.value }
    }
    #expect(lag < .milliseconds(500))
    #expect(release.gate.waiterCount(at: destination) == 0)
    try await isLetGo()
  }

  @Test func `before it begins`() async throws {
    let lag = try await shortestCancellationLag(
      of: { [client, request] in
        while !Task.isCancelled { await Task.yield() }
        return try await client.send(request)
      },
      when: { _ in }
    )
    #expect(lag <= cancellationLimit)
    #expect(server.connectionCount == 0)
  }

  @Test func `and nothing is left after many rounds`() async throws {
    var generator = SeededGenerator(seed: 9)
    try await cancel(rounds: 200, &generator)
    try await isLetGo()
    let (descriptors, memory) = (
      try Proc.current.openDescriptors, try Proc.current.residentKilobytes
    )
    try await cancel(rounds: Self.rounds, &generator)
    try await isLetGo()
    // Each connection is two here: the server's end is one of this process's too, and closes when the
    // server comes to it.
    try await eventually(within: .seconds(5)) {
      try Proc.current.openDescriptors <= descriptors + 2 * Self.width
    }
    #expect(try Proc.current.residentKilobytes - memory < 32_768)
  }

  /// How many are cancelled at a time.
  private static let width = 10

  /// So many fit the time of a debug build; NETWATCH_CANCEL_ROUNDS asks for more.
  private static let rounds =
    getenv("NETWATCH_CANCEL_ROUNDS").flatMap { Int(String(cString: $0)) } ?? 30_000

  /// Cancels requests, some at a time, each at a random moment within two milliseconds.
  private func cancel(rounds: Int, _ generator: inout SeededGenerator) async throws {
    for _ in 0..<(rounds / Self.width) {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<Self.width {
          group.addTask { [client, request] in
            await #expect(throws: CancellationError.self) { try await client.send(request) }
          }
        }
        try await Task.sleep(for: .microseconds(Int.random(in: 0...2_000, using: &generator)))
        group.cancelAll()
        try await group.waitForAll()
      }
    }
  }
}
