import NetwatchSystem
import NetwatchTestSupport
import Testing

@testable import NetwatchSystemd

@Suite struct ServiceNotifierTests {
  @Test(arguments: [false, true])
  func `the manager's socket receives each message as a datagram`(isAbstract: Bool) async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("notify")
    let socket = try NotifySocket(isAbstract ? "@\(path)" : path)
    let output = try await Service.run(["notify"], ["NOTIFY_SOCKET": socket.name])
    #expect(output.status == .success)

    let messages = socket.messages()
    try #require(messages.count == 5)
    #expect(messages[0] == "READY=1")
    #expect(messages[1].hasPrefix("RELOADING=1\nMONOTONIC_USEC="))
    #expect(messages[2] == "STATUS=two jobs\\u{a}STOPPING=1")
    #expect(messages[3] == "WATCHDOG=1")
    #expect(messages[4] == "STOPPING=1")
  }

  @Test func `without a manager nobody is told and nothing fails`() async throws {
    #expect(try await Service.run(["notify"]).status == .success)
  }

  @Test(arguments: ["/nowhere/notify", "relative"])
  func `a socket that is not there is an error in words`(name: String) async throws {
    let output = try await Service.run(["notify"], ["NOTIFY_SOCKET": name])
    #expect(output.status != .success)
    #expect(output.stdout.hasPrefix("The service manager could not be notified: "))
  }

  @Test func `a reload tells the moment on the monotonic clock in microseconds`() throws {
    let sent = Sent()
    var clocks = SystemClocks.kernel
    clocks.monotonic = { 7_000_999 }
    try ServiceNotifier(clocks: clocks, send: sent.send).reloading()
    #expect(sent.messages == ["RELOADING=1\nMONOTONIC_USEC=7000"])
  }
}
