import CLinux
import Glibc
import NetwatchTestSupport
import Testing

/// A process that was stopped finds more messages than its socket could hold.
@Suite(.enabled(if: NetworkSandbox.isAvailable)) struct OverrunTests {
  private static let routes = (1...2000).map { number in
    "route add 203.0.113.\(number % 250)/32 dev v0 table \(1000 + number)"
  }

  private static let aliases = (1...4000).map { "link set v0 alias x\($0)" }

  /// Does something while the process is stopped.
  private static func stopping(_ watch: Watch, _ action: () throws -> Void) throws {
    watch.process.signal(SIGSTOP)
    defer { watch.process.signal(SIGCONT) }
    try action()
  }

  @Test(arguments: [(routes, false), (aliases, true)])
  func `a round of many changes is one change`(
    flood: [String],
    overruns: Bool
  ) async throws {
    let sandbox = try NetworkSandbox.base()
    let watch = try Watch(in: sandbox)
    try #expect(await watch.next().connectionAssumedAvailable)

    try Self.stopping(watch) { try sandbox.batch(flood + ["route del default"]) }
    let lost = try await watch.next(within: .seconds(2))
    #expect(!lost.connectionAssumedAvailable && lost.sequence == 2)

    let undo = flood.map { $0.replacing("route add", with: "route del") }
    try Self.stopping(watch) {
      try sandbox.batch(undo + ["route add default via 198.51.100.1"])
    }
    let found = try await watch.next(within: .seconds(2))
    #expect(found.connectionAssumedAvailable && found.sequence == 3)
    if overruns {
      #expect(lost.counters.overruns >= 1 && lost.cause == "overrun")
      #expect(found.counters.overruns >= 2)
    }
    try await Self.expectRest(of: watch.process.pid)
    try #expect(await watch.end() == [])
  }

  private static func expectRest(of pid: Int32) async throws {
    let proc = Proc(pid)
    let before = try proc.processorNanoseconds
    try await Task.sleep(for: .seconds(1))
    #expect(try proc.processorNanoseconds - before < 50_000_000)
  }
}
