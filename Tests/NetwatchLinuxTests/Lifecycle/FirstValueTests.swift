import NetwatchCore
import NetwatchLinux
import NetwatchTestSupport
import Testing

@Suite(.enabled(if: NetworkSandbox.isAvailable), .timeLimit(.minutes(1)))
struct FirstValueTests {
  @Test func `the first value is true without run`() async throws {
    let sandbox = try NetworkSandbox.base()
    let manager = try LinuxConnectivityManager.watching(sandbox)
    #expect(manager.isConnectionAssumedAvailable)
    #expect(manager.current.level == .unverified)
    try #expect(await manager.settledAvailability())
    for await isAvailable in manager.connectionAssumedAvailable {
      #expect(isAvailable)
      break
    }
  }

  @Test func `the first value is false where there is no route`() async throws {
    let sandbox = try NetworkSandbox()
    let manager = try LinuxConnectivityManager.watching(sandbox)
    #expect(!manager.isConnectionAssumedAvailable)
    #expect(manager.current.level == .none)
    try #expect(await !manager.settledAvailability())
  }

  @Test func `each reading asks the kernel while nobody watches`() async throws {
    let sandbox = try NetworkSandbox.base()
    let manager = try LinuxConnectivityManager.watching(
      sandbox,
      lossDelay: .seconds(60),
      recoveryDelay: .seconds(60)
    )
    try sandbox.loseDefault()
    #expect(!manager.isConnectionAssumedAvailable)
    try sandbox.regainDefault()
    #expect(manager.current.level == .unverified)
    try sandbox.loseDefault()
    try #expect(await !manager.settledAvailability())
    #expect(manager.current.cause == .poll)
  }

  @Test func `a stream begins with what is true when it is asked for`() async throws {
    let sandbox = try NetworkSandbox.base()
    let manager = try LinuxConnectivityManager.watching(sandbox)
    try sandbox.loseDefault()
    var values = manager.connectionAssumedAvailable.makeAsyncIterator()
    let seen1 = await values.next()
    #expect(seen1 == false)
    var states = manager.states.makeAsyncIterator()
    let seen2 = await states.next()
    #expect(seen2?.level == ConnectivityLevel.none)
  }

  @Test func `a reading while nobody watches tells the observers`() async throws {
    let sandbox = try NetworkSandbox.base()
    let manager = try LinuxConnectivityManager.watching(sandbox)
    var values = manager.connectionAssumedAvailable.makeAsyncIterator()
    let seen3 = await values.next()
    #expect(seen3 == true)
    try sandbox.loseDefault()
    #expect(!manager.isConnectionAssumedAvailable)
    let seen4 = await values.next()
    #expect(seen4 == false)
  }

  @Test func `readers that ask while run begins leave nothing stale behind`() async throws {
    let sandbox = try NetworkSandbox.base()
    for _ in 0..<20 {
      let manager = try LinuxConnectivityManager.watching(sandbox)
      try await withThrowingTaskGroup { group in
        for _ in 0..<4 {
          group.addTask { for _ in 0..<200 { _ = manager.current } }
        }
        group.addTask { try sandbox.loseDefault() }
        try await whileRunning(manager) {
          try await group.waitForAll()
          try await eventually(within: .seconds(5)) { !manager.isConnectionAssumedAvailable }
        }
      }
      try sandbox.regainDefault()
    }
  }
}
