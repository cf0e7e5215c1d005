import Testing

@testable import NetwatchCore

@Suite(.timeLimit(.minutes(1))) struct StateBroadcastTests {
  @Test func `every observer starts with the current value`() async {
    let broadcast = StateBroadcast(1)
    var first = broadcast.values.makeAsyncIterator()
    broadcast.publish(2).wakeAll()
    var second = broadcast.values.makeAsyncIterator()
    #expect(await first.next() == 2)
    #expect(await second.next() == 2)
    #expect(broadcast.current == 2)
  }

  @Test func `a slow observer skips to the newest value`() async {
    let broadcast = StateBroadcast(0)
    var observer = broadcast.values.makeAsyncIterator()
    #expect(await observer.next() == 0)
    for value in 1...100 { broadcast.publish(value).wakeAll() }
    #expect(await observer.next() == 100)
  }

  @Test func `a value that went and came back while nobody looked is not repeated`() async {
    let broadcast = StateBroadcast(true)
    var observer = broadcast.values.makeAsyncIterator()
    #expect(await observer.next() == true)
    broadcast.publish(false).wakeAll()
    broadcast.publish(true).wakeAll()
    broadcast.finish()
    #expect(await observer.next() == nil)
  }

  @Test func `an observer woken for a value that is gone again waits on`() async {
    let broadcast = StateBroadcast(0)
    let observer = Task { await broadcast.values.reduce(into: []) { $0.append($1) } }
    await broadcast.waiters(1)
    let wakening = broadcast.publish(1)
    broadcast.publish(0).wakeAll()
    wakening.wakeAll()
    await broadcast.waiters(1)
    broadcast.publish(2).wakeAll()
    await broadcast.waiters(1)
    broadcast.finish()
    #expect(await observer.value == [0, 2])
  }

  @Test func `a refreshed detail is seen by who asks and is no news`() async {
    let broadcast = StateBroadcast(10)
    var observer = broadcast.values.makeAsyncIterator()
    #expect(await observer.next() == 10)
    broadcast.refresh(11)
    #expect(broadcast.current == 11)
    var late = broadcast.values.makeAsyncIterator()
    #expect(await late.next() == 11)
    broadcast.finish()
    #expect(await observer.next() == nil)
  }

  @Test func `a detail refreshed after a value came back is no news either`() async {
    let broadcast = StateBroadcast(10)
    let observer = Task { await broadcast.values.reduce(into: []) { $0.append($1) } }
    await broadcast.waiters(1)
    let wakening = broadcast.publish(20)
    broadcast.publish(10).wakeAll()
    wakening.wakeAll()
    await broadcast.waiters(1)
    broadcast.refresh(11)
    broadcast.finish()
    #expect(await observer.value == [10])
  }

  @Test func `cancelling an observer leaves no waiter and ends its stream`() async {
    let broadcast = StateBroadcast(0)
    let observer = Task { await broadcast.values.reduce(0) { count, _ in count + 1 } }
    await broadcast.waiters(1)
    observer.cancel()
    #expect(await observer.value == 1)
    #expect(broadcast.waiterCount == 0)
  }

  @Test func `cancelling one observer leaves the others`() async {
    let broadcast = StateBroadcast(0)
    let cancelled = Task { for await _ in broadcast.values {} }
    let survivor = Task { await broadcast.values.first { $0 == 1 } }
    await broadcast.waiters(2)
    cancelled.cancel()
    await cancelled.value
    broadcast.publish(1).wakeAll()
    #expect(await survivor.value == 1)
    #expect(broadcast.waiterCount == 0)
  }

  @Test func `finishing ends waiting and later observers after the current value`() async {
    let broadcast = StateBroadcast("last")
    let early = Task { await broadcast.values.reduce(into: []) { $0.append($1) } }
    await broadcast.waiters(1)
    broadcast.finish()
    #expect(await early.value == ["last"])
    var late = broadcast.values.makeAsyncIterator()
    #expect(await late.next() == "last")
    #expect(await late.next() == nil)
    #expect(await late.next() == nil)
  }

  @Test func `ten thousand observers are woken in parts`() async {
    let broadcast = StateBroadcast(0)
    await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<10_000 { group.addTask { await broadcast.values.contains(1) } }
      await broadcast.waiters(10_000)
      var wakening = broadcast.publish(1)
      #expect(broadcast.waiterCount == 0)
      var parts = 0
      while !wakening.isEmpty {
        wakening.wake(atMost: 256)
        parts += 1
      }
      #expect(parts == 40)
      #expect(await group.allSatisfy(\.self))
    }
    #expect(broadcast.waiterCount == 0)
  }

  @Test func `waking nobody is waking nobody`() {
    let broadcast = StateBroadcast(0)
    var wakening = broadcast.publish(1)
    #expect(wakening.isEmpty)
    wakening.wake(atMost: 3)
    #expect(wakening.isEmpty)
  }
}
