import Testing

@testable import NetwatchCore

@Suite(.timeLimit(.minutes(1))) struct EventLogTests {
  private static func all(_ observer: EventLogObserver<Int>) async -> [Int] {
    var events: [Int] = []
    while let event = await observer.next() { events.append(event) }
    return events
  }

  @Test func `events come in the order in which they were appended`() async {
    let log = EventLog<Int>(limit: 8)
    let observer = log.observe { 0 }
    for event in 1...5 { log.append(event) {} }
    log.finish()
    #expect(await Self.all(observer) == [0, 1, 2, 3, 4, 5])
  }

  @Test func `an observer that falls behind loses the oldest`() async {
    let log = EventLog<Int>(limit: 3)
    let observer = log.observe { 0 }
    for event in 1...10 { log.append(event) {} }
    log.finish()
    #expect(await Self.all(observer) == [8, 9, 10])
  }

  @Test func `the present state is seen once by who comes while it changes`() async {
    let log = EventLog<Int>(limit: 100_000)
    let state = Lock(0)
    let writer = Task {
      for event in 1...5000 { log.append(event) { state.withLock { $0 = event } } }
      log.finish()
    }
    let seen = await Self.all(log.observe { state.withLock { $0 } })
    await writer.value
    let first = seen.first ?? -1
    #expect(seen == Array(first...5000))
  }

  @Test func `no event before the end is lost, however close the end follows`() async {
    for _ in 0..<2000 {
      let log = EventLog<Int>(limit: 8)
      let observer = log.observe { 0 }
      async let seen = Self.all(observer)
      log.append(1) {}
      log.finish()
      #expect(await seen == [0, 1])
    }
  }

  @Test func `two consumers of one observation share its events`() async {
    let log = EventLog<Int>(limit: 1000)
    let observer = log.observe { 0 }
    async let mine = Self.all(observer)
    async let yours = Self.all(observer)
    for event in 1..<500 {
      log.append(event) {}
      if event.isMultiple(of: 10) { await Task.yield() }
    }
    log.finish()
    #expect(await (mine + yours).sorted() == Array(0..<500))
  }

  @Test func `a consumer that is cancelled leaves the other waiting`() async {
    let log = EventLog<Int>(limit: 8)
    let observer = log.observe { 0 }
    _ = await observer.next()
    let first = Task { await observer.next() }
    await observer.buffer.waiters(1)
    let second = Task { await observer.next() }
    await observer.buffer.waiters(2)
    first.cancel()
    #expect(await first.value == nil)
    log.append(1) {}
    #expect(await second.value == 1)
  }

  @Test func `an observer that is let go leaves nothing`() {
    let log = EventLog<Int>(limit: 8)
    do {
      let observer = log.observe { 0 }
      withExtendedLifetime(observer) { #expect(log.observerCount == 1) }
    }
    #expect(log.observerCount == 0)
  }

  @Test func `a cancelled consumer leaves no waiter`() async {
    let log = EventLog<Int>(limit: 8)
    let observer = log.observe { 0 }
    let consumer = Task { await Self.all(observer) }
    await observer.buffer.waiters(1)
    consumer.cancel()
    #expect(await consumer.value == [0])
    await observer.buffer.waiters(0)
  }

  @Test func `who comes after the end gets the state and the end`() async {
    let log = EventLog<Int>(limit: 8)
    log.finish()
    log.append(1) {}
    #expect(await Self.all(log.observe { 7 }) == [7])
    #expect(log.observerCount == 0)
  }
}

extension EventBuffer {
  /// Returns when so many consumers wait.
  fileprivate func waiters(_ count: Int) async {
    while storage.withLock({ $0.waiters.count }) != count { await Task.yield() }
  }
}
