internal import NetwatchCore
internal import NetwatchSQLiteStores
internal import NetwatchText

extension TextBuffer {
  /// Appends a report as the object that `GET /v1/history` answers.
  mutating func append(json report: HistoryReport) {
    beginObject()
    moment("from", report.start)
    moment("to", report.end)
    if report.known > 0 {
      key("availability")
      // Cut off, not rounded: only what was never out is at 100 per cent.
      let millionths = Int64(Int128(report.available) * 1_000_000 / Int128(report.known))
      fixed(millionths, decimals: 4)
    }
    seconds("knownSeconds", report.known)
    seconds("availableSeconds", report.available)
    array("spans") { json in for span in report.spans { json.element(span) } }
    array("outages") { json in for outage in report.outages { json.element(outage) } }
    array("probes") { json in for probe in report.probes { json.element(probe) } }
    if report.isTruncated { member("truncated", true) }
    endObject()
  }

  private mutating func element(_ span: HistorySpan) {
    beginObject()
    moment("from", span.start)
    moment("to", span.end)
    if let state = span.state {
      member("level", state.level.rawValue)
      member("available", state.isAvailable)
      members(state)
    }
    endObject()
  }

  private mutating func element(_ outage: HistoryOutage) {
    beginObject()
    moment("start", outage.start)
    if let end = outage.end { moment("end", end) }
    seconds("seconds", outage.length)
    members(outage.state)
    member("level", outage.state.level.rawValue)
    endObject()
  }

  private mutating func members(_ state: SpanState) {
    member("cause", state.cause.rawValue)
    member("explanation", state.explanation)
  }

  private mutating func element(_ probe: ProbeSummary) {
    beginObject()
    member("endpoint", probe.endpoint)
    member("family", probe.family.rawValue)
    member("count", probe.latencies.count + probe.failures)
    member("failures", probe.failures)
    latency("p50", probe.latencies.p50)
    latency("p90", probe.latencies.p90)
    latency("p99", probe.latencies.p99)
    latency("max", probe.latencies.max)
    array("series") { json in for point in probe.points { json.element(point) } }
    endObject()
  }

  private mutating func element(_ point: ProbePoint) {
    beginObject()
    moment("time", point.time)
    latency("median", point.latencies.p50)
    latency("max", point.latencies.max)
    member("count", point.latencies.count + point.failures)
    member("failures", point.failures)
    endObject()
  }

  private mutating func moment(_ name: String, _ microseconds: Int64) {
    member(name, WallTime(microseconds: microseconds))
  }

  private mutating func seconds(_ name: String, _ microseconds: Int64) {
    key(name)
    fixed(microseconds / 1_000, decimals: 3)
  }

  /// In milliseconds.
  private mutating func latency(_ name: String, _ microseconds: UInt32?) {
    guard let microseconds else { return }
    key(name)
    fixed(Int64(microseconds), decimals: 3)
  }

  /// Appends a number that is not negative, given in units of its last decimal.
  private mutating func fixed(_ value: Int64, decimals: Int) {
    let scale = (0..<decimals).reduce(Int64(1)) { scale, _ in scale * 10 }
    append(value / scale)
    append(byte: UInt8(ascii: "."))
    append(value % scale, width: decimals)
  }
}
