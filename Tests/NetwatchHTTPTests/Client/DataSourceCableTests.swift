import NetwatchCore
import NetwatchDataSources
import NetwatchLinux
import NetwatchTestSupport
import Testing

@testable import NetwatchHTTP

@Suite(
  "A data source on a network whose cable is pulled",
  .enabled(if: NetworkSandbox.isAvailable, "network namespaces are refused here"),
  .timeLimit(.minutes(1))
)
struct DataSourceCableTests {
  @Test("A refresh without a cable parks, asks nobody, and runs when the cable is back")
  func cable() async throws {
    let place = try await WatchedPair(script: .http(body: "1"))
    let client = place.client()
    let source: DataSource<String?> = dataSource { [request = place.request] in
      String(decoding: try await client.send(request).body, as: UTF8.self)
    } onError: { _ in
      .keep
    }
    .requiresConnectivity(place.manager, destination: "server")
    .build()
    try await place.whileWatching {
      #expect(try await source.refresh() == "1")
      #expect(place.server.requestCount == 1)
      for round in 2...4 {
        place.server.script = .http(body: "\(round)")
        try await place.setCable(isIn: false)
        let refresh = Task { try await source.refresh() }
        try await eventually(within: .seconds(10)) { source.snapshot.state.isParked }
        #expect(source.snapshot.value == "\(round - 1)")
        #expect(place.server.requestCount == round - 1)
        try await place.setCable(isIn: true)
        #expect(try await refresh.value == "\(round)")
        #expect(place.server.requestCount == round)
        #expect(!source.snapshot.state.isParked)
      }
    }
  }

  @Test("With `.fail` a refresh without a cable fails at once, and the value stays")
  func failing() async throws {
    let place = try await WatchedPair(script: .http(body: "1"))
    let client = place.client()
    let source: DataSource<Int?> = dataSource { [request = place.request] in
      try await client.send(request).status
    } onError: { _ in
      .clear
    }
    .requiresConnectivity(place.manager, offline: .fail)
    .build()
    try await place.whileWatching {
      #expect(try await source.refresh() == 200)
      try await place.setCable(isIn: false)
      try await eventually(within: .seconds(10)) {
        !place.manager.isConnectionAssumedAvailable
      }
      await #expect(throws: PrerequisiteError.self) { try await source.refresh() }
      #expect(source.snapshot.value == 200)
      #expect(place.server.requestCount == 1)
    }
  }
}
