import NetwatchCore
import NetwatchTestSupport
import Testing

@testable import NetwatchLinux

@Suite("Whether there is a route to a destination")
struct RouteToDestinationTests {
  @Test(
    "The address is found in what names a destination",
    arguments: [
      ("192.0.2.7", "192.0.2.7"), ("192.0.2.7:80", "192.0.2.7"), ("2001:db8::7", "2001:db8::7"),
      ("[2001:db8::7]", "2001:db8::7"), ("[2001:db8::7]:443", "2001:db8::7"),
      ("http://192.0.2.7/a:b/c", "192.0.2.7"), ("https://[2001:db8::7]:8080/x", "2001:db8::7"),
      ("printer.example", nil), ("http://printer.example:80/192.0.2.7", nil), ("", nil),
      ("[", nil), ("http://", nil), ("//", nil), ("default", nil), ("192.0.2.7.8", nil),
    ]
  )
  func address(destination: String, expected: String?) {
    #expect(IPAddress(destination: destination)?.description == expected)
  }

  @Test(
    "An address on the link is reached without a default route, and not once the link is down",
    .enabled(if: NetworkSandbox.isAvailable)
  )
  func onLink() async throws {
    let sandbox = try NetworkSandbox.base()
    try sandbox.ip("route del default")
    let manager = try LinuxConnectivityManager.watching(sandbox)
    #expect(!manager.isConnectionAssumedAvailable)
    #expect(manager.hasRoute(to: "http://198.51.100.9:80"))
    #expect(!manager.hasRoute(to: "203.0.113.9"))
    #expect(!manager.hasRoute(to: "printer.example"))
    #expect(manager.hasRoute(to: "127.0.0.1:8080"))
    try sandbox.ip("link set v0 down")
    #expect(!manager.hasRoute(to: "198.51.100.9"))
  }
}
