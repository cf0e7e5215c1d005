import NetwatchClient
import NetwatchTestSupport
import Testing

/// What the service knows and is to tell nobody.
@Suite(.enabled(if: NetworkSandbox.isAvailable), .timeLimit(.minutes(2)))
struct SecrecyTests {
  @Test func `no query of a probe, and none of a portal, is shown or kept`() async throws {
    let pair = try NetworkPair()
    let portal = try ScriptedServer(
      in: pair.server.name,
      address: NetworkPair.serverIPv4,
      script: .http(
        status: 302,
        headers: ["Location": "http://u:hidden@portal.example/?\u{301}ticket=hidden#hidden"]
      )
    )
    let probe = "\(portal.origin)/check?key=hidden"
    let service = try await ServeProcess(["--probe", probe], seeing: pair.client)
    try await eventually(within: .seconds(10)) {
      try await service.client.state().level == .portal
    }
    let state = try await service.client.state()
    #expect(state.probes?.map(\.endpoint) == ["\(portal.origin)/check?…"])
    #expect(state.probes?.map(\.location) == ["http://portal.example/?…"])
    #expect(state.explanation.contains("http://portal.example/?…"))
    #expect(try await service.end() == .success)

    for name in try service.folder.names where name.hasPrefix("history.db") {
      let bytes = try service.folder.read(name)
      #expect(!bytes.contains(text: "hidden"), "\(name)")
    }
    #expect(!service.process.stderr.contains("hidden"))
  }
}

extension [UInt8] {
  fileprivate func contains(text: String) -> Bool {
    String(decoding: self, as: UTF8.self).utf8.firstRange(of: text.utf8) != nil
  }
}
