import CLinux
import Glibc
import NetwatchCore
import NetwatchTestSupport
import Testing

@testable import NetwatchLinux

/// The event loop as the executor of an actor and of a task.
@Suite(.timeLimit(.minutes(1)))
struct LoopExecutorTests {
  private actor Resident {
    nonisolated let loop: EventLoop
    private var visits = 0

    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    init(_ loop: EventLoop) { self.loop = loop }

    func visit() -> UInt {
      visits += 1
      return UInt(pthread_self())
    }

    var count: Int { visits }

    /// Enters the actor without a hop, as the monitor's handlers do.
    nonisolated func visitOnLoop() -> UInt { assumeIsolated { $0.visit() } }
  }

  @Test func `an actor and a task share the loop's thread`() async throws {
    let loop = try EventLoop()
    let resident = Resident(loop)
    let inActor = await resident.visit()
    let inTask = await Task(executorPreference: loop) { currentThread() }.value
    let inHandler = await withCheckedContinuation { continuation in
      loop.perform { continuation.resume(returning: resident.visitOnLoop()) }
    }
    #expect(inActor == inTask)
    #expect(inActor == inHandler)
    #expect(inActor != UInt(pthread_self()))
  }

  @Test func `an actor and tasks at once do not disturb each other`() async throws {
    let loop = try EventLoop()
    let resident = Resident(loop)
    await withTaskGroup { group in
      for _ in 0..<50 {
        group.addTask(executorPreference: loop) { for _ in 0..<20 { _ = await resident.visit() } }
        group.addTask { for _ in 0..<20 { _ = await resident.visit() } }
      }
    }
    #expect(await resident.count == 2_000)
  }

  @Test func `only the loop's thread counts as isolated`() async throws {
    let loop = try EventLoop()
    #expect(loop.isIsolatingCurrentContext() == false)
    let isIsolated = await withCheckedContinuation { continuation in
      loop.perform { continuation.resume(returning: loop.isIsolatingCurrentContext()) }
    }
    #expect(isIsolated == true)
  }

  @Test func `to assume isolation elsewhere ends the process`() async {
    await #expect(processExitsWith: .failure) {
      let resident = Resident(try EventLoop())
      _ = resident.visitOnLoop()
    }
  }

  @Test func `a loop may end on its own thread`() async throws {
    let ended = Record<Int>()
    for number in 0..<100 {
      let keeper = Lock<EventLoop?>(try EventLoop())
      let loop = keeper.withLock { $0 }
      loop?.perform {
        keeper.withLock { $0 = nil }
        ended.append(number)
      }
    }
    try await eventually(within: .seconds(20)) { ended.values.count == 100 }
  }

  @Test func `a loop that ends does the work that is queued`() async throws {
    let done = Record<Int>()
    for _ in 0..<50 {
      let loop = try EventLoop()
      for number in 0..<100 { loop.perform { done.append(number) } }
    }
    try await eventually(within: .seconds(20)) { done.values.count == 5_000 }
  }

  @Test func `a loop that is let go of takes its thread along`() async throws {
    let before = try Proc.current.threadCount
    for _ in 0..<300 { _ = try EventLoop() }
    try await eventually(within: .seconds(20)) { try Proc.current.threadCount < before + 20 }
  }
}

private func currentThread() -> UInt { UInt(pthread_self()) }
