import CLinux
import Glibc
import NetwatchCore
import NetwatchCurl
import Testing

extension CurlTests {
  @Suite struct RouteTests {
    static let answer = "HTTP/1.1 204 No Content\r\n\r\n"

    @Test func `a family keeps to its addresses`() async throws {
      let server = try ScriptedServer(on: .ipv6, answer: Self.answer)
      let engine = try await CurlEngine.start()
      var request = get(server, host: "[::1]")
      request.family = .ipv6
      let response = try await engine.perform(request)
      #expect(response.remote?.address == IPAddress(ipv6: 0, 1))
      request.family = .ipv4
      let error = try await engine.failure(of: request)
      #expect(error.kind == .nameNotResolved, "\(error.code) \(error.osError) \(error)")
    }

    @Test(arguments: AddressFamily.allCases)
    func `a name leads to the address of the wanted family`(_ family: AddressFamily) async throws {
      let server = try ScriptedServer(on: family, answer: Self.answer)
      var request = get(server, host: "localhost")
      request.family = family
      #expect(try await CurlEngine.start().perform(request).remote?.address.family == family)
    }

    @Test func `an interface is bound to`() async throws {
      let server = try ScriptedServer(answer: Self.answer)
      var request = get(server)
      request.interface = "lo"
      #expect(try await CurlEngine.start().perform(request).status == 204)
    }

    @Test(arguments: ["nonesuch0", "127.0.0.1", "localhost", "", "lo\0", "a-name-that-is-overlong"])
    func `an interface that does not exist is unavailable`(_ name: String) async throws {
      let server = try ScriptedServer(answer: Self.answer)
      var request = get(server)
      request.interface = name
      let error = try await CurlEngine.start().failure(of: request)
      #expect(error.kind == .interfaceUnavailable)
    }

    @Test(arguments: ["http_proxy", "https_proxy", "all_proxy", "ALL_PROXY"])
    func `a proxy of the environment is ignored`(_ variable: String) async throws {
      let server = try ScriptedServer(answer: Self.answer)
      let closed = try LoopbackSocket.closed()
      defer { close(closed.descriptor) }
      setenv(variable, "http://127.0.0.1:\(closed.port)", 1)
      defer { unsetenv(variable) }
      #expect(try await CurlEngine.start().perform(get(server)).status == 204)
    }
  }
}
