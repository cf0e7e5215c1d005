import NetwatchClient
import NetwatchCore
import NetwatchTestSupport
import Testing

/// The page of a whole service, in a browser that sees the same network.
@Suite(
  .enabled(if: NetworkSandbox.isAvailable && PageReader.isAvailable),
  .timeLimit(.minutes(3))
)
struct PageLifeTests {
  @Test func `the page follows a link that goes down and comes back`() async throws {
    let pair = try NetworkPair()
    let folder = try TemporaryFolder()
    let service = try await ServeProcess(
      ["--tcp-port", "8080", "--token-file", folder.file("token"), "--recovery-delay", "0"],
      in: folder,
      seeing: pair.client
    )
    let browser = try await look(
      at: service,
      in: pair.client,
      until: [
        "Online, not verified – Netwatch", "Live: ", "Offline – Netwatch",
        "It waits for the internet.", " so far", "Online, not verified – Netwatch",
      ]
    )
    try await browser.sees("Online, not verified – Netwatch")
    try await browser.sees("Live: ")
    try pair.client.ip("link set v0 down")
    try await browser.sees("Offline – Netwatch")
    _ = try await service.client.submit(.http("POST", "http://192.0.2.80/readings"))
    try await browser.sees("It waits for the internet.")
    try await browser.sees(" so far")
    try pair.client.batch(["link set v0 up", "route add \(NetworkPair.defaultRoute(.ipv4))"])
    try await browser.verdict()
    #expect(try await service.end() == .success)
  }

  /// Opens the page by a link that works once.
  private func look(
    at service: ServeProcess,
    in sandbox: NetworkSandbox,
    until texts: [String]
  ) async throws -> ChildProcess {
    try PageReader.look(
      at: try await service.client.pageLink().url,
      texts.flatMap { ["--until", $0] },
      by: ["ip", "netns", "exec", sandbox.name]
    )
  }
}
