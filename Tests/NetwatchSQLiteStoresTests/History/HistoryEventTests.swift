import NetwatchCore
import NetwatchJobs
import NetwatchSQLiteStores
import NetwatchTestSupport
import Testing

@Suite("Events in a history", .timeLimit(.minutes(1)))
struct HistoryEventTests {
  private let folder: TemporaryFolder
  private let path: String
  private let clocks = ManualStoreClocks()
  private let recorder = HistoryRecorder()

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("history.db")
  }

  private var probe: ProbeReport {
    ProbeReport(
      endpoint: "https://a.example/204",
      family: .ipv6,
      outcome: .portal,
      status: 302,
      location: "http://portal/\u{1B}[2J",
      isVerifiedByTLS: true,
      timings: ProbeTimings(lookup: .microseconds(1), tls: .milliseconds(2), total: .seconds(3))
    )
  }

  @Test("What was written is read again as it was, by another process too")
  func roundTrip() async throws {
    let bare = JobTransition(id: JobID(rawValue: 8), kind: "k", from: nil, to: .ready)
    let inputs: [HistoryInput] = [
      .state(.full, at: WallTime(seconds: -1, nanoseconds: 999_999_000)), .job(7),
      .event(.job(bare), at: .test), .event(.probe(probe), at: .test),
      .event(.gap("two are missing"), at: .test), .event(.interruption, at: .test),
    ]
    let store = try await HistoryStore.open(path, recorder, clocks, age: .seconds(1 << 32))
    try await recorder.write(inputs, to: store)
    let expected = inputs.enumerated().compactMap { index, input in
      if case .event(let event, let time) = input {
        HistoryRecord(id: Int64(index + 1), time: time, event: event)
      } else {
        nil as HistoryRecord?
      }
    }
    #expect(recorder.records == expected)
    #expect(try await store.page(after: 0)?.records == expected)
    await store.close()
    let again = try await HistoryStore.open(path, HistoryRecorder(), clocks)
    #expect(try await again.page(after: 0)?.records == expected)
    #expect(try await again.tail(limit: 2).records == Array(expected.suffix(2)))
    #expect(try await again.tail(limit: 2).state == StateEntry.test(.full).json)
    await again.close()
  }

  @Test(
    "Changes of jobs that come together are written in their order, however many",
    arguments: [1, 7, 8, 9, 16, 100]
  )
  func crowds(count: Int) async throws {
    let changes = (1...Int64(count)).map { id in
      let transition = JobTransition(
        id: JobID(rawValue: id),
        kind: "k\(id)",
        destination: "d\(id)",
        owner: id % 2 == 0 ? nil : "o\(id)",
        from: id % 3 == 0 ? nil : .ready,
        to: .succeeded,
        reason: "r\(id)"
      )
      return HistoryInput.event(
        .job(transition),
        at: WallTime(seconds: id, nanoseconds: 1_000)
      )
    }
    let inputs = changes + [.state(.full)] + changes + changes
    let store = try await HistoryStore.open(path, recorder, clocks, age: .seconds(1 << 32))
    try await recorder.write(inputs, to: store)
    let expected = inputs.enumerated().compactMap { index, input -> HistoryRecord? in
      guard case .event(let event, let time) = input else { return nil }
      return HistoryRecord(id: Int64(index + 1), time: time, event: event)
    }
    #expect(recorder.records == expected)
    #expect(try await store.tail(limit: 1_000).records == expected)
    await store.close()
  }

  @Test("Pages follow each other without gap, and say how far they go where nothing was wanted")
  func pages() async throws {
    let store = try await HistoryStore.open(path, recorder, clocks)
    try await recorder.write([.state(.full)] + (1...9).map { .job($0) }, to: store)
    var (position, found): (Int64, [Int64]) = (0, [])
    while position < 10 {
      let page = try #require(try await store.page(after: position, limit: 3))
      #expect(page.records.count <= 3)
      found += page.records.map(\.id)
      position = page.position
    }
    #expect(found == Array(1...10))
    let states = try #require(try await store.page(after: 1, limit: 3, kinds: [.state]))
    #expect(states.records.isEmpty)
    #expect(states.position == 10)
    await store.close()
  }

  @Test("Ids that no event has, and those too far back, are not known", arguments: [-1, 11, .max])
  func unknown(_ id: Int64) async throws {
    let store = try await HistoryStore.open(path, recorder, clocks)
    try await recorder.write((1...10).map { .job($0) }, to: store)
    #expect(try await store.page(after: id) == nil)
    #expect(try await store.page(after: 5, reach: 4) == nil)
    #expect(try await store.page(after: 6, reach: 4)?.records.count == 4)
    await store.close()
  }

  @Test("A job's changes are found, the newest where there are many")
  func transitions() async throws {
    let store = try await HistoryStore.open(path, recorder, clocks)
    let inputs = (1...9).map { HistoryInput.job($0 % 3, at: .test(plus: $0)) }
    try await recorder.write(inputs, to: store)
    let all = try await store.transitions(of: JobID(rawValue: 1), limit: 9)
    #expect(all.map(\.time) == [1, 4, 7].map { .test(plus: $0) })
    #expect(all.last?.from == .running)
    #expect(all.last?.to == .waiting)
    #expect(all.last?.reason == "no answer")
    let newest = try await store.transitions(of: JobID(rawValue: 1), limit: 1)
    #expect(newest.map(\.time) == [.test(plus: 7)])
    await store.close()
  }

  @Test("A state that is no news to who watches is not written at a start, and any other is")
  func starts() async throws {
    for (level, ids) in [(ConnectivityLevel.full, [1]), (.full, []), (.none, [2]), (.none, [])] {
      let recorder = HistoryRecorder()
      let store = try await HistoryStore.open(path, recorder, clocks)
      try await recorder.write([.began(.test(level), at: .test)], to: store)
      #expect(recorder.ids == ids.map { Int64($0) })
      await store.close()
    }
    // While it runs, what the monitor publishes is news.
    let store = try await HistoryStore.open(path, recorder, clocks)
    try await recorder.write([.state(.none), .state(.none)], to: store)
    #expect(recorder.ids == [3, 4])
    await store.close()
  }
}
