import Testing

@testable import NetwatchCore

@Suite(.timeLimit(.minutes(1))) struct EventLogTests {
  @Test func `events come in the order in which they were appended`() async {
    let log = EventLog<Int>(limit: 8)
    let events = log.events { 0 }
    for event in 1...5 { log.append(event) {} }
    log.finish()
    #expect(await events.reduce(into: []) { $0.append($1) } == [0, 1, 2, 3, 4, 5])
  }

  @Test func `an observer that falls behind loses the oldest`() async {
    let log = EventLog<Int>(limit: 3)
    let events = log.events { 0 }
    for event in 1...10 { log.append(event) {} }
    log.finish()
    #expect(await events.reduce(into: []) { $0.append($1) } == [8, 9, 10])
  }

  @Test func `the present state is seen once by who comes while it changes`() async {
    let log = EventLog<Int>(limit: 100_000)
    let state = Lock(0)
    let writer = Task {
      for event in 1...20_000 { log.append(event) { state.withLock { $0 = event } } }
      log.finish()
    }
    let events = log.events { state.withLock { $0 } }
    let seen = await events.reduce(into: []) { $0.append($1) }
    await writer.value
    let first = seen.first ?? -1
    #expect(seen == Array(first...20_000))
  }

  @Test func `appending hands back what the update returns`() {
    let log = EventLog<Int>(limit: 1)
    #expect(log.append(1) { "updated" } == "updated")
  }

  @Test func `a cancelled observer leaves nothing`() async {
    let log = EventLog<Int>(limit: 8)
    let (started, start) = AsyncStream.makeStream(of: Void.self)
    let observer = Task { for await _ in log.events(startingWith: { 0 }) { start.yield() } }
    _ = await started.first { true }
    #expect(log.observerCount == 1)
    observer.cancel()
    await observer.value
    #expect(log.observerCount == 0)
  }

  @Test func `a stream that is let go leaves nothing`() {
    let log = EventLog<Int>(limit: 8)
    do { _ = log.events { 0 } }
    #expect(log.observerCount == 0)
  }

  @Test func `who comes after the end gets the state and the end`() async {
    let log = EventLog<Int>(limit: 8)
    log.finish()
    log.append(1) {}
    #expect(await log.events { 7 }.reduce(into: []) { $0.append($1) } == [7])
    #expect(log.observerCount == 0)
  }
}
