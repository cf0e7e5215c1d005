import NetwatchCore
import NetwatchLinux
import NetwatchTestSupport
import Testing

@testable import NetwatchHTTP

/// Requests over a network that comes and goes, as the kernel tells it.
@Suite(.enabled(if: NetworkSandbox.isAvailable), .timeLimit(.minutes(2)))
struct CableTests {
  /// A release that shows in little time what it does.
  static let release = ReleaseSettings(
    jitter: .zero,
    firstGap: .milliseconds(20),
    longestGap: .milliseconds(100),
    smallestGap: .milliseconds(10)
  )

  @Test func `of a thousand requests under a cable that is pulled again and again none is lost`()
    async throws
  {
    let place = try await WatchedPair(
      // Each on a connection of its own: a kept one outlasts a short loss unharmed.
      script: [
        .readRequest, .pause(.milliseconds(2)), .response(status: 204, keepsAlive: false), .close,
      ]
    )
    let client = place.client {
      $0.attemptTimeout = .seconds(1)
      $0.connectTimeout = .milliseconds(500)
      $0.release = Self.release
    }.with(
      .retryWithBackoff(maxAttempts: 3, transientBaseDelay: .milliseconds(20)),
      .retryWhenConnected(place.manager)
    )
    let attempts = Record<Int>()
    try await place.whileWatching {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<20 {
          group.addTask {
            for _ in 0..<50 {
              let response = try await client.send(place.request)
              attempts.append(response.attempts)
              try await Task.sleep(for: .milliseconds(20))
            }
          }
        }
        var generator = SeededGenerator(seed: 4)
        while attempts.entries.count < 900 {
          try await Task.sleep(for: .milliseconds(Int.random(in: 50...250, using: &generator)))
          try await place.setCable(isIn: false)
          try await Task.sleep(for: .milliseconds(Int.random(in: 0...300, using: &generator)))
          try await place.setCable(isIn: true)
        }
        try await group.waitForAll()
      }
    }
    #expect(attempts.entries.count == 1_000)
    // A test in which nothing failed would show nothing.
    #expect(attempts.entries.contains { $0 > 1 })
    #expect(place.server.requestCount >= 1_000)
  }

  @Test func `a new path uses none of the old one's connections`() async throws {
    let place = try await WatchedPair(script: .http(status: 204))
    try await awaitThread { [pair = place.pair] in
      try pair.client.batch([
        "link add w0 type veth peer name w1 netns \(pair.server.name)", "link set w0 up",
        "addr add 203.0.113.2/24 dev w0",
      ])
      try pair.server.batch(["link set w1 up", "addr add 203.0.113.1/24 dev w1"])
    }
    let client = place.client()
    try await place.whileWatching {
      for _ in 0..<3 { #expect(try await client.send(place.request).status == 204) }
      #expect(place.server.connectionCount == 1)
      let before = place.manager.ticket()
      _ = try await awaitThread { [pair = place.pair] in
        try pair.client.ip("route replace default via 203.0.113.1")
      }
      try await eventually(within: .seconds(5)) { place.manager.ticket() != before }
      for _ in 0..<3 { #expect(try await client.send(place.request).status == 204) }
      #expect(place.server.requests.map(\.connection) == [1, 1, 1, 2, 2, 2])
      // The old engine ends with its last transfer, and its connections with it.
      try await eventually(within: .seconds(5), every: .milliseconds(50)) {
        let sockets = try await awaitThread { [pair = place.pair] in
          try pair.client.exec(["ss", "-Htn", "state", "established"]).stdout
        }
        return sockets.contains("203.0.113.2:") && !sockets.contains("198.51.100.2:")
      }
    }
  }

  @Test func `a failure to leave is reported as local, and an answer as one`() async throws {
    let place = try await WatchedPair(script: .http(status: 204))
    let watched = WatchedManager()
    let transport = CurlTransport { [name = place.pair.client.name] in
      try ThreadView.enterNetwork(name)
    }
    let client = NetworkClient.testing(watched, transport: transport)
    _ = try await client.send(place.request)
    try await place.setCable(isIn: false)
    let error = try await client.failure(of: NetworkRequest(url: "http://192.0.2.81/"))
    #expect(error.networkErrorType == .unreachable)
    #expect(error.nothingReachedServer)
    let evidence = watched.settable.evidence
    #expect(evidence.map(\.outcome) == [.answered, .failed(.local)])
    #expect(evidence.first?.remoteAddress?.description == NetworkPair.serverIPv4)
    #expect(evidence.first?.destination == place.server.origin)
  }
}
