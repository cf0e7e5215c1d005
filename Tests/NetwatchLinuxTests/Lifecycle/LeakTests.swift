import CLinux
import Glibc
import NetwatchCore
import NetwatchLinux
import NetwatchTestSupport
import Testing

/// Other tests run beside these in the same process, so the counts have some slack; a leak of one for
/// each manager is far beyond it.
@Suite(.enabled(if: NetworkSandbox.isAvailable), .timeLimit(.minutes(2)))
struct LeakTests {
  private static let managers = 200
  private static let slack = 100

  @Test func `managers that never ran leave no thread and no descriptor`() async throws {
    let sandbox = try NetworkSandbox.base()
    let (threads, descriptors) = try Self.count()
    for _ in 0..<Self.managers {
      let manager = try LinuxConnectivityManager.watching(sandbox)
      #expect(manager.isConnectionAssumedAvailable)
    }
    try await Self.expect(threads: threads, descriptors: descriptors)
  }

  @Test func `managers that ran leave no thread and no descriptor`() async throws {
    let sandbox = try NetworkSandbox.base()
    let (threads, descriptors) = try Self.count()
    for _ in 0..<Self.managers {
      let manager = try LinuxConnectivityManager.watching(sandbox)
      try await whileRunning(manager) { #expect(manager.isConnectionAssumedAvailable) }
    }
    try await Self.expect(threads: threads, descriptors: descriptors)
  }

  @Test func `a manager that is dropped while it runs goes on until its run is cancelled`()
    async throws
  {
    let sandbox = try NetworkSandbox.base()
    let (run, states) = try Self.running(sandbox)
    var values = states.makeAsyncIterator()
    let seen1 = await values.next()
    #expect(seen1 == true)
    try sandbox.loseDefault()
    let seen2 = await values.next()
    #expect(seen2 == false)
    run.cancel()
    let seen3 = await values.next()
    #expect(seen3 == nil)
    await #expect(throws: CancellationError.self) { try await run.value }
  }

  /// A manager that only its own run keeps.
  private static func running(
    _ sandbox: NetworkSandbox
  ) throws -> (Task<Void, any Error>, AsyncStream<Bool>) {
    let manager = try LinuxConnectivityManager.watching(sandbox)
    return (Task { try await manager.run() }, manager.connectionAssumedAvailable)
  }

  private static func count() throws -> (threads: Int, descriptors: Int) {
    (try Proc.current.threadCount, try Proc.current.openDescriptors)
  }

  private static func expect(threads: Int, descriptors: Int) async throws {
    try await eventually(within: .seconds(20)) {
      let now = try count()
      return now.threads < threads + slack && now.descriptors < descriptors + slack
    }
  }
}
