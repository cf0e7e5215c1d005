import NetwatchLinux
import NetwatchTestSupport
import Testing

@testable import NetwatchTestSupport

@Suite(.enabled(if: NetworkSandbox.isAvailable), .timeLimit(.minutes(1)))
struct IdleTests {
  @Test func `a quiet monitor sleeps`() async throws {
    let sandbox = try NetworkSandbox.base()
    // Until IPv6 has tried its addresses, the kernel has something to tell.
    try await eventually(within: .seconds(10)) {
      try !sandbox.ip("-6 addr show").contains("tentative")
    }
    let manager = try LinuxConnectivityManager.watching(sandbox)
    try await whileRunning(manager) {
      let thread = try await Self.loopThread(of: manager)
      let before = try Self.switches(of: thread)
      // There is nothing to wait for: that nothing happens is what is measured.
      try await Task.sleep(for: .seconds(15))
      #expect(try Self.switches(of: thread) - before <= 2)
    }
  }

  /// The number of the thread that the manager's executor runs on.
  private static func loopThread(of manager: LinuxConnectivityManager) async throws -> String {
    let link = await Task(executorPreference: manager.executor) { Self.ownThread }.value
    return try #require(link)
  }

  /// The name of the calling thread in /proc/self/task.
  private static var ownThread: String? {
    guard let status = try? SmallFile.read("/proc/thread-self/status") else { return nil }
    return value(of: "Pid", in: status)
  }

  private static func switches(of thread: String) throws -> Int {
    let status = try SmallFile.read("/proc/self/task/\(thread)/status")
    #expect(value(of: "Name", in: status) == "netwatch-loop")
    return try #require(value(of: "voluntary_ctxt_switches", in: status).flatMap { Int($0) })
  }

  private static func value(of key: String, in status: String) -> String? {
    let line = status.split(separator: "\n").first { $0.hasPrefix(key + ":") }
    return line?.split(whereSeparator: \.isWhitespace).last.map(String.init)
  }
}
