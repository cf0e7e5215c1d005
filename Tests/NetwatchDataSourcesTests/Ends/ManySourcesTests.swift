import NetwatchCore
import NetwatchTestSupport
import Testing

@testable import NetwatchDataSources

@Suite(.timeLimit(.minutes(1)))
struct ManySourcesTests {
  private let clock = ManualClock()
  private let runtime: SourceRuntime
  private let census = Census()

  init() {
    runtime = SourceRuntime(clock: clock, random: .system)
  }

  private func source() -> DataSource<Int> {
    let member = census.member()
    let builder = dataSource {
      withExtendedLifetime(member) { 1 }
    } onError: { _ in
      .keep
    } emptyValue: {
      0
    }
    return builder.debounce(.seconds(60)).autoRefresh(.seconds(3600))
      .with { $0.runtime = runtime }.build()
  }

  @Test func `ten thousand sources share one sleep, and leave nothing behind`() async {
    var sources: [DataSource<Int>] = []
    var streams: [AsyncStream<Int>] = []
    var calls: [Task<Int, any Error>] = []
    for number in 0..<10_000 {
      let source = source()
      sources.append(source)
      streams.append(source.values)
      // Some are in their debounce, for a caller who holds them.
      if number.isMultiple(of: 20) { calls.append(.immediate { try await source.refresh() }) }
    }
    #expect(census.count == 10_000)
    #expect(runtime.timers.count == 10_000)
    await until { clock.sleeperCount == 1 }
    #expect(clock.sleeperCount == 1)
    for source in sources[..<5000] { source.terminate() }
    sources = []
    await until { runtime.timers.count == 250 }
    for call in calls[250...] { call.cancel() }
    for call in calls {
      await #expect(throws: CancellationError.self) { try await call.value }
    }
    calls = []
    await until { census.count == 0 }
    #expect(census.count == 0)
    #expect(runtime.timers.count == 0)
    #expect(clock.sleeperCount == 0)
    // Streams hold no source, and have ended: each with what it had.
    for stream in streams {
      var values: [Int] = []
      for await value in stream { values.append(value) }
      #expect(values == [0])
    }
  }
}
