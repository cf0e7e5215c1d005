internal import NetwatchCore
internal import NetwatchSQLiteStores

/// Collects probes of a time, for percentiles and for plots.
///
/// Latencies are those of probes that got through: that of the others says only how long they were
/// waited for.
struct ProbeCollector: Sendable {
  /// The most points of a plot.
  static let bucketLimit: Int64 = 300

  private struct Key: Hashable {
    let endpoint: String
    let family: AddressFamily
  }

  private struct Bucket {
    /// In microseconds.
    var latencies: [UInt32] = []
    var failures = 0
  }

  private let start: Int64
  private let width: Int64
  private var buckets: [Key: [Int64: Bucket]] = [:]

  /// - Parameters:
  ///   - start: The beginning of the time, in microseconds since 1970.
  ///   - end: Its end.
  init(from start: Int64, to end: Int64) {
    self.start = start
    width = max((end - start + Self.bucketLimit - 1) / Self.bucketLimit, 1)
  }

  /// Takes a probe; one outside of the time counts as at its end.
  mutating func add(_ row: ProbeRow) {
    let key = Key(endpoint: row.endpoint, family: row.family)
    let offset = max(row.time.boundedMoment - start, 0)
    let index = min(offset / width, Self.bucketLimit - 1)
    if row.isSuccess {
      buckets[key, default: [:]][index, default: Bucket()].latencies
        .append(UInt32(clamping: row.microseconds))
    } else {
      buckets[key, default: [:]][index, default: Bucket()].failures += 1
    }
  }

  /// What was found, by endpoint and family.
  var summaries: [ProbeSummary] {
    buckets.sorted {
      ($0.key.endpoint, $0.key.family.rawValue) < ($1.key.endpoint, $1.key.family.rawValue)
    }
    .map { key, buckets in summary(key, buckets) }
  }

  private func summary(_ key: Key, _ buckets: [Int64: Bucket]) -> ProbeSummary {
    let points = buckets.sorted { $0.key < $1.key }.map { index, bucket in
      ProbePoint(
        time: start + index * width,
        latencies: ProbeLatencies(sorting: bucket.latencies),
        failures: bucket.failures
      )
    }
    return ProbeSummary(
      endpoint: key.endpoint,
      family: key.family,
      latencies: ProbeLatencies(sorting: buckets.values.flatMap(\.latencies)),
      failures: points.reduce(0) { $0 + $1.failures },
      points: points
    )
  }
}

/// What the probes of one endpoint over one family found.
struct ProbeSummary: Hashable, Sendable {
  let endpoint: String
  let family: AddressFamily
  let latencies: ProbeLatencies
  let failures: Int

  /// In the order of time; none where there was no probe.
  let points: [ProbePoint]
}

/// What the probes of a short time found.
struct ProbePoint: Hashable, Sendable {
  /// Its beginning, in microseconds since 1970.
  let time: Int64
  let latencies: ProbeLatencies
  let failures: Int
}

/// Some latencies, in microseconds; nil where there is none.
struct ProbeLatencies: Hashable, Sendable {
  let count: Int
  let p50: UInt32?
  let p90: UInt32?
  let p99: UInt32?
  let max: UInt32?

  init(sorting values: [UInt32]) {
    let values = values.sorted()
    count = values.count
    p50 = NearestRank.percentile(50, of: values)
    p90 = NearestRank.percentile(90, of: values)
    p99 = NearestRank.percentile(99, of: values)
    max = values.last
  }
}
