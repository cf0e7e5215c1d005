import NetwatchCore
import NetwatchSQLiteStores
import NetwatchTestSupport
import Testing

@testable import NetwatchService

@Suite("A report on the past")
struct ReportTests {
  private func report(_ levels: [(Int64, ConnectivityLevel)], to end: Int64 = 100) -> HistoryReport
  {
    HistoryReport(
      from: 0,
      to: end,
      now: 90,
      runs: [HistoryRun(id: 1, start: 10, end: nil)],
      states: levels.map { .test(1, $0, $1) }
    )
  }

  @Test("Availability is a part of the time that is known")
  func availability() {
    let report = report([(10, .full), (30, .none), (50, .unverified)])
    #expect(report.known == 80)
    #expect(report.available == 60)
  }

  @Test("Outages have the cause that they began with, and no end where they go on")
  func outages() {
    let report = report([(10, .portal), (20, .none), (30, .full), (80, .limited)], to: 90)
    #expect(report.outages.map(\.start) == [10, 80])
    #expect(report.outages.map(\.end) == [30, nil])
    #expect(report.outages.map(\.length) == [20, 10])
    #expect(report.outages.map(\.state.level) == [.portal, .limited])
  }

  @Test("What the service did not see ends an outage")
  func interrupted() {
    let outages = report([(10, .none)]).outages
    #expect(outages.map(\.end) == [90])
  }

  @Test("An hour in which everything changed all the time is told in so many spans")
  func shortened() {
    var generator = SeededGenerator(seed: 3)
    let levels: [ConnectivityLevel] = [.none, .full, .limited]
    var (time, states): (Int64, [StateRow]) = (0, [])
    for _ in 0..<10_000 {
      states.append(.test(1, time, levels.randomElement(using: &generator) ?? .full))
      time += Int64.random(in: 1...1_000, using: &generator)
    }
    let report = HistoryReport(
      from: 0,
      to: time,
      now: time,
      runs: [HistoryRun(id: 1, start: 0, end: nil)],
      states: states
    )
    #expect((1_000...HistoryReport.spanLimit).contains(report.spans.count))
    #expect(report.outages.count == HistoryReport.spanLimit)
    #expect(report.isTruncated)
    #expect(report.spans.first?.start == 0)
    #expect(report.spans.last?.end == time)
    let pairs = zip(report.spans, report.spans.dropFirst())
    #expect(pairs.allSatisfy { $0.end == $1.start && $0.state != $1.state })
    #expect(zip(report.outages, report.outages.dropFirst()).allSatisfy { $0.start < $1.start })
  }

  @Test("As JSON it is what the API says")
  func json() {
    var collector = ProbeCollector(from: 0, to: 300_000_000)
    for (time, latency) in [(0, 2_500), (999_999, 1_500), (150_000_000, 7_001)] as [(Int64, Int64)]
    {
      collector.add(.test(time, latency))
    }
    collector.add(.test(150_000_000, 9_999_999, isSuccess: false))
    var row = StateRow.test(1, 0, .full)
    row.explanation = "default route on \u{1B}eth\"0"
    let report = HistoryReport(
      from: 0,
      to: 300_000_000,
      now: 300_000_000,
      runs: [
        HistoryRun(id: 1, start: 0, end: 200_000_000),
        HistoryRun(id: 2, start: 299_000_000, end: nil),
      ],
      states: [row, .test(1, 199_999_800, .none)],
      probes: collector.summaries
    )
    var json = TextBuffer()
    json.append(json: report)
    #expect(
      String(decoding: json.bytes, as: UTF8.self)
        == #"{"from":"1970-01-01T00:00:00.000000Z","to":"1970-01-01T00:05:00.000000Z","#
        + #""availability":99.5023,"knownSeconds":201.000,"availableSeconds":199.999,"spans":["#
        + #"{"from":"1970-01-01T00:00:00.000000Z","to":"1970-01-01T00:03:19.999800Z","#
        + #""level":"full","available":true,"cause":"route","#
        + #""explanation":"default route on \u001beth\"0"},"#
        + #"{"from":"1970-01-01T00:03:19.999800Z","to":"1970-01-01T00:03:20.000000Z","#
        + #""level":"none","available":false,"cause":"route","explanation":"it is none"},"#
        + #"{"from":"1970-01-01T00:03:20.000000Z","to":"1970-01-01T00:04:59.000000Z"},"#
        + #"{"from":"1970-01-01T00:04:59.000000Z","to":"1970-01-01T00:05:00.000000Z","#
        + #""level":"none","available":false,"cause":"route","explanation":"it is none"}],"outages":["#
        + #"{"start":"1970-01-01T00:03:19.999800Z","end":"1970-01-01T00:03:20.000000Z","#
        + #""seconds":0.000,"cause":"route","explanation":"it is none","level":"none"},"#
        + #"{"start":"1970-01-01T00:04:59.000000Z","seconds":1.000,"cause":"route","#
        + #""explanation":"it is none","level":"none"}],"probes":["#
        + #"{"endpoint":"http://a","family":"ipv4","count":4,"failures":1,"#
        + #""p50":2.500,"p90":7.001,"p99":7.001,"max":7.001,"series":["#
        + #"{"time":"1970-01-01T00:00:00.000000Z","median":1.500,"max":2.500,"count":2,"failures":0},"#
        + #"{"time":"1970-01-01T00:02:30.000000Z","median":7.001,"max":7.001,"count":2,"failures":1}"#
        + "]}]}"
    )
  }

  @Test(
    "No time at all, and times that can't be told apart, are reported too",
    arguments: [(5, 5), (9, 1), (.min, .max), (.max, .min)] as [(Int64, Int64)]
  )
  func extremes(_ start: Int64, _ end: Int64) {
    var collector = ProbeCollector(from: start.boundedMoment, to: end.boundedMoment)
    for time in [Int64.min, 0, .max] { collector.add(.test(time, .max)) }
    let report = HistoryReport(
      from: start,
      to: end,
      now: .max,
      runs: [HistoryRun(id: 1, start: .min, end: nil)],
      states: [.test(1, .min, .full)],
      probes: collector.summaries
    )
    #expect(report.known >= 0)
    #expect(report.spans.allSatisfy { $0.length > 0 })
    #expect(report.probes.first?.latencies.count == 3)
    var json = TextBuffer()
    json.append(json: report)
    #expect(!json.bytes.isEmpty)
  }
}

@Suite("Percentiles of probes")
struct PercentileTests {
  @Test("Each is the smallest value that so many per cent do not exceed", arguments: 0...60)
  func definition(_ count: Int) {
    var generator = SeededGenerator(seed: UInt64(count))
    let values = (0..<count).map { _ in UInt32.random(in: 0...20, using: &generator) }.sorted()
    for percent in [1, 50, 90, 99, 100] {
      let expected = values.first { value in
        values.count { $0 <= value } * 100 >= percent * count
      }
      #expect(NearestRank.percentile(percent, of: values) == expected)
    }
  }

  @Test("A plot has at most so many points, each probe in the one of its time", arguments: 1...20)
  func points(_ seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let end = Int64.random(in: 1...10_000, using: &generator)
    var collector = ProbeCollector(from: 0, to: end)
    let times = (0..<2_000).map { _ in Int64.random(in: 0...end, using: &generator) }
    for time in times { collector.add(.test(time, time, isSuccess: time % 3 > 0)) }
    let summary = try #require(collector.summaries.first)
    #expect(summary.points.count <= 300)
    #expect(summary.failures == times.count { $0 % 3 == 0 })
    #expect(summary.latencies.max == times.filter { $0 % 3 > 0 }.max().map { UInt32($0) })
    let starts = summary.points.map(\.time)
    #expect(starts == starts.sorted())
    for (point, next) in zip(summary.points, starts.dropFirst() + [.max]) {
      let mine = times.filter { $0 >= point.time && $0 < next }
      #expect(point.latencies.count + point.failures == mine.count)
      #expect(point.failures == mine.count { $0 % 3 == 0 })
    }
  }
}

extension ProbeRow {
  static func test(_ time: Int64, _ latency: Int64, isSuccess: Bool = true) -> ProbeRow {
    ProbeRow(
      endpoint: "http://a",
      family: .ipv4,
      time: time,
      isSuccess: isSuccess,
      microseconds: latency
    )
  }
}
