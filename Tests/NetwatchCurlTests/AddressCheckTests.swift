import NetwatchCore
import NetwatchTestSupport
import Testing

@testable import NetwatchCurl

extension CurlTests {
  /// Addresses that a request must not connect to.
  @Suite struct AddressCheckTests {
    private func request(_ url: String, refusing: @escaping @Sendable (IPAddress) -> Bool)
      -> CurlRequest
    {
      var request = CurlRequest(.url(url), timeout: .seconds(10))
      request.connection = .pooled
      request.addressCheck = { refusing($0) ? "the test says so" : nil }
      return request
    }

    @Test func `one that is refused is not connected to`() async throws {
      let server = try KeepingServer()
      let engine = try await CurlEngine.start()
      let error = await #expect(throws: CurlError.self) {
        try await engine.perform(request("\(server.origin)/") { _ in true })
      }
      #expect(error?.kind == .addressRefused)
      #expect(error?.message == "127.0.0.1 must not be connected to: the test says so.")
      #expect(error?.isRequestSent == false)
      #expect(server.connectionCount == 0)
    }

    @Test func `of several addresses another is used`() async throws {
      let server = try KeepingServer()
      let engine = try await CurlEngine.start()
      // libcurl itself says that localhost is both.
      let url = "http://localhost:\(server.address.port)/"
      let response = try await engine.perform(request(url) { $0.family == .ipv6 })
      #expect(response.status == 200)
    }

    @Test func `where one was refused and the other fails, the failure counts`() async throws {
      let server = try KeepingServer()
      let port = server.address.port
      server.stop()
      let engine = try await CurlEngine.start()
      let error = await #expect(throws: CurlError.self) {
        try await engine.perform(request("http://localhost:\(port)/") { $0.family == .ipv6 })
      }
      #expect(error?.kind == .refused)
    }

    @Test func `an IPv6 address is seen whole`() async throws {
      let server = try KeepingServer(address: "::1")
      let engine = try await CurlEngine.start()
      let loopback = IPAddress(ipv6: 0, 1)
      let url = "http://[::1]:\(server.address.port)/"
      let response = try await engine.perform(request(url) { $0 != loopback })
      #expect(response.status == 200)
      let error = await #expect(throws: CurlError.self) {
        try await engine.perform(request(url) { $0 == loopback })
      }
      #expect(error?.message == "::1 must not be connected to: the test says so.")
    }

    @Test func `a connection that was kept is looked at again`() async throws {
      let server = try KeepingServer()
      let engine = try await CurlEngine.start()
      _ = try await engine.perform(request("\(server.origin)/") { _ in false })
      let error = await #expect(throws: CurlError.self) {
        try await engine.perform(request("\(server.origin)/") { _ in true })
      }
      #expect(error?.kind == .addressRefused)
      #expect(server.requestCount == 1)
      // What was refused once is not refused for good.
      _ = try await engine.perform(request("\(server.origin)/") { _ in false })
      #expect(server.requestCount == 2)
    }
  }
}
