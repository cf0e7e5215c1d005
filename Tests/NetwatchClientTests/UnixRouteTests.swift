import NetwatchCore
import NetwatchCurl
import NetwatchHTTP
import NetwatchHTTPServer
import NetwatchTestSupport
import Testing

/// What goes over a Unix socket has nothing to do with the network.
@Suite struct UnixRouteTests {
  private func client(
    _ path: String,
    _ manager: SettableConnectivityManager
  ) -> NetworkClient {
    var configuration = NetworkClientConfiguration()
    configuration.route = .unixSocket(path)
    return NetworkClient(connectivityManager: manager, configuration: configuration)
  }

  @Test func `The URL's host is told to the server, and is looked up by nobody`() async throws {
    try await FakeService.answering("{}") { service in
      let client = client(service.path, SettableConnectivityManager())
      let response = try await client.send(NetworkRequest(url: "http://no.such.host.invalid:81/a"))
      #expect(response.status == 200)
      #expect(response.remoteAddress == nil)
      #expect(service.requests.map { $0.headers["Host"] } == ["no.such.host.invalid:81"])
    }
  }

  @Test func `Nothing of it is evidence, however it goes`() async throws {
    let manager = SettableConnectivityManager()
    try await FakeService.answering("{}") { service in
      _ = try await client(service.path, manager).send(NetworkRequest(url: "http://api.example/"))
    }
    let failing = client("/nowhere", manager)
    await #expect(throws: NetworkError.self) {
      try await failing.send(NetworkRequest(url: "http://api.example/"))
    }
    #expect(manager.evidence.isEmpty)
  }

  @Test func `It waits for no connectivity`() async throws {
    let manager = SettableConnectivityManager(isAvailable: false)
    let client = client("/nowhere", manager).newClient(withAdditionalInterceptors: [
      .retryWhenConnected(manager)
    ])
    let error = await #expect(throws: NetworkError.self) {
      try await client.send(NetworkRequest(url: "http://api.example/"))
    }
    #expect(error?.networkErrorType == .refused)
    #expect(error?.nothingReachedServer == true)
  }

  @Test func `A time limit after the request was sent is none of connecting`() async throws {
    let service = try FakeService { _, _ in
      try? await Task.sleep(for: .seconds(3600))
      return .json("{}")
    }
    try await service.run {
      var request = NetworkRequest(method: .post, url: "http://localhost/")
      request.attemptTimeout = .milliseconds(300)
      let client = client(service.path, SettableConnectivityManager())
      let error = await #expect(throws: NetworkError.self) { try await client.send(request) }
      #expect(error?.networkErrorType == .timeout)
      #expect(error?.nothingReachedServer == false)
    }
  }

  @Test func `Connections are shared with requests to the same socket only`() async throws {
    let engine = try await CurlEngine.start()
    defer { engine.shutdown() }
    try await FakeService.answering("one") { one in
      try await FakeService.answering("other") { other in
        for _ in 0..<3 {
          for (service, text) in [(one, "one"), (other, "other")] {
            var request = CurlRequest(.url("http://localhost/"), timeout: .seconds(10))
            request.connection = .pooled
            request.unixSocket = service.path
            // What a proxy would answer is not asked for.
            request.proxy = "http://127.0.0.1:1"
            let response = try await engine.perform(request)
            #expect(String(decoding: response.body, as: UTF8.self) == text)
          }
        }
        #expect(one.requests.count == 3 && other.requests.count == 3)
      }
    }
  }

  @Test func `A request to the network does not take a socket's connection`() async throws {
    let engine = try await CurlEngine.start()
    defer { engine.shutdown() }
    let server = try ScriptedServer(script: .http(body: "network"))
    try await FakeService.answering("socket") { service in
      for path in [service.path, nil, service.path, nil] {
        var request = CurlRequest(.url(server.origin), timeout: .seconds(10))
        request.connection = .pooled
        request.unixSocket = path
        let response = try await engine.perform(request)
        #expect(
          String(decoding: response.body, as: UTF8.self) == (path == nil ? "network" : "socket")
        )
      }
    }
  }
}
