import NetwatchCore
import NetwatchJobs
import NetwatchSQLiteStores
import NetwatchSystem
import NetwatchTestSupport
import Testing

@testable import NetwatchHTTPServer
@testable import NetwatchService

@Suite("What clients of the event stream are sent")
struct EventHubTests {
  /// A clock that a test moves.
  private final class Clock: Sendable {
    let nanoseconds = Lock(Int64(1_000_000_000))

    func advance(seconds: Int64) { nanoseconds.withLock { $0 += seconds * 1_000_000_000 } }
  }

  private let clock = Clock()
  private let hub: EventHub
  private let administrator = Caller(owner: "0", isAdministrator: true)

  init() {
    let clock = clock
    hub = EventHub(
      clocks: SystemClocks(
        boot: { BootInstant(nanoseconds: clock.nanoseconds.withLock { $0 }) },
        monotonic: { clock.nanoseconds.withLock { $0 } },
        wall: { WallTime(seconds: 0, nanoseconds: 0) }
      )
    )
  }

  private func text(of subscriber: EventSubscriber) -> String {
    withUnsafeTemporaryAllocation(byteCount: 1 << 20, alignment: 1) { room in
      guard case .bytes(let count) = subscriber.stream.read(into: room) else { return "" }
      return String(decoding: room.prefix(count), as: UTF8.self)
    }
  }

  private func open(_ types: Set<EventType> = [.state, .job]) throws -> EventSubscriber {
    let (subscriber, _) = try #require(hub.open(types, administrator))
    subscriber.begin(reason: nil) { hub.present }
    return subscriber
  }

  @Test("Whoever may see less than when they came has to come again")
  func revocation() throws {
    let (kept, ended) = (try open(), try open())
    let other = Caller(owner: "1000", isAdministrator: false)
    let (own, _) = try #require(hub.open([.job], other))
    hub.end { !$0.isAdministrator }
    #expect(hub.counts.clients == 2 && own.stream.hasEnded)
    #expect(!kept.stream.hasEnded && !ended.stream.hasEnded)
    hub.end { $0.isAdministrator }
    #expect(hub.counts.clients == 0 && kept.stream.hasEnded && ended.stream.hasEnded)
  }

  @Test("Who a caller was is who they are, until the administrators change")
  func currency() {
    let table = CallerTable(isStoreShared: false)
    _ = table.update([.id(12_345)])
    let caller = table.caller(user: 12_345)
    #expect(caller.isAdministrator && table.isCurrent(caller) && table.isCurrent(table.tokenBearer))
    _ = table.update([])
    #expect(!table.isCurrent(caller) && table.isCurrent(table.caller(user: 12_345)))
    #expect(table.isCurrent(table.caller(user: 0)) && table.isCurrent(table.tokenBearer))
  }

  private func job(_ id: Int64) -> HistoryRecord {
    HistoryRecord(id: id, time: WallTime(seconds: 0, nanoseconds: 0), event: .job(.test(Int(id))))
  }

  private func job(_ id: Int64, reason: String) -> HistoryRecord {
    let id = JobID(rawValue: id)
    let transition = JobTransition(id: id, kind: "http", from: nil, to: .succeeded, reason: reason)
    let time = WallTime(seconds: 0, nanoseconds: 0)
    return HistoryRecord(id: id.rawValue, time: time, event: .job(transition))
  }

  private func gap(_ id: Int64) -> HistoryRecord {
    HistoryRecord(id: id, time: WallTime(seconds: 0, nanoseconds: 0), event: .gap("lost"))
  }

  @Test("A sign of life comes every 30 s, while there is anybody")
  func ticks() throws {
    #expect(hub.patience == -1)
    let subscriber = try open()
    _ = text(of: subscriber)
    #expect(hub.patience == 30_000)
    clock.advance(seconds: 29)
    hub.tick()
    #expect(text(of: subscriber) == "")
    #expect(hub.patience == 1_000)
    clock.advance(seconds: 1)
    hub.tick()
    #expect(text(of: subscriber) == ":\n\n")
    #expect(hub.patience == 30_000)
    subscriber.stream.end(.disconnected)
    hub.tick()
    #expect(hub.patience == -1)
  }

  @Test("A client that wants none of the last events learns their ids with the sign of life")
  func positions() throws {
    let subscriber = try open([.state])
    _ = text(of: subscriber)
    hub.publish([job(1), job(2)])
    #expect(text(of: subscriber) == "")
    clock.advance(seconds: 30)
    hub.tick()
    #expect(text(of: subscriber) == ":\nid: 2\n\n")
    clock.advance(seconds: 30)
    hub.tick()
    #expect(text(of: subscriber) == ":\n\n")
  }

  @Test("Where events were lost all are told, with the state for those who want it")
  func gaps() throws {
    hub.note(present: Array("{}".utf8))
    let (states, jobs) = (try open(), try open([.job]))
    #expect(text(of: jobs) == "retry: 2000\n\n:\nid: 0\n\n")
    _ = text(of: states)
    hub.publish([job(1), gap(2), job(3)])
    let reset = "id: 2\nevent: reset\ndata: {\"reason\":\"lost\"}\n\n"
    #expect(text(of: jobs).contains("\n\n\(reset)id: 3\n"))
    #expect(
      text(of: states).contains("\n\n\(reset)id: 2\nevent: state\ndata: {}\n\nid: 3\n")
    )
    // Those that come back get it from memory.
    let (late, _) = try #require(hub.open([.job], administrator))
    #expect(hub.join(late, after: 1))
    #expect(text(of: late).hasPrefix("retry: 2000\n\n\(reset)id: 3\n"))
  }

  @Test("Where the history can't be written all are told, and keep the ids that they have")
  func failures() throws {
    let subscriber = try open()
    _ = text(of: subscriber)
    hub.lost(3, "no room", present: Array("{\"a\":1}".utf8))
    #expect(
      text(of: subscriber)
        == "event: reset\ndata: {\"reason\":\"no room\"}\n\nevent: state\ndata: {\"a\":1}\n\n"
    )
    #expect(hub.counts.lost == 3)
  }

  @Test("Memory keeps so many events, and so many bytes of them")
  func ring() {
    var ring = EventRing()
    for id in 1...3_000 as ClosedRange<Int64> {
      ring.append([EncodedEvent(job(id), present: nil)])
    }
    let oldest = (1...3_000).first { ring.events(after: Int64($0)) != nil } ?? 0
    let kept = ring.events(after: Int64(oldest)).map { Array($0) } ?? []
    #expect(kept.map(\.id) == (oldest + 1...3_000).map { Int64($0) })
    #expect(kept.count < EventRing.countLimit)
    #expect(kept.reduce(0) { $0 + $1.bytes.count } <= EventRing.byteLimit)
    #expect(kept.reduce(0) { $0 + $1.bytes.count } > EventRing.byteLimit / 4 * 3)
    #expect(ring.events(after: 3_001) == nil)
  }

  @Test("What would be too much at once, because of what has to be escaped, is read from the file")
  func escaped() {
    var ring = EventRing()
    let reason = String(repeating: "\u{1}", count: 100)
    for id in 1...400 as ClosedRange<Int64> {
      ring.append([EncodedEvent(job(id, reason: reason), present: nil)])
    }
    #expect(ring.events(after: 1) == nil)
    #expect(ring.events(after: 390)?.map(\.id) == Array(391...400))
  }
}
