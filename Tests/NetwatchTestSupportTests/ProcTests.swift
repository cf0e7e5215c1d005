import NetwatchTestSupport
import Testing

@Suite struct ProcTests {
  @Test func `a process of this machine has memory, a thread and descriptors`() throws {
    let proc = Proc.current
    #expect(try proc.residentKilobytes >= proc.anonymousKilobytes)
    #expect(try proc.anonymousKilobytes > 0)
    #expect(try proc.threadCount >= 1)
    #expect(try proc.openDescriptors >= 3)
    #expect(try proc.voluntaryContextSwitches > 0)
  }

  @Test func `work costs processor time`() throws {
    let child = try ChildProcess.start(["sh", "-c", "while :; do :; done"])
    let before = try Proc(child.pid).processorNanoseconds
    while try Proc(child.pid).processorNanoseconds < before + 5_000_000 {}
  }

  @Test func `threads are found by their names`() async throws {
    #expect(try Proc.current.sleeps(ofThreads: "no-such-thread") == [:])
    let child = try ChildProcess.start(["sleep", "60"])
    try await eventually(within: .seconds(5)) { Proc(child.pid).state == "S" }
    try await eventually(within: .seconds(5)) {
      Array(try Proc(child.pid).sleeps(ofThreads: "sleep").keys) == [child.pid]
    }
  }

  @Test func `a process that is gone is an error`() {
    #expect(throws: SystemCallFailure.self) { try Proc(Int32.max).threadCount }
    #expect(Proc(Int32.max).state == nil)
  }
}
