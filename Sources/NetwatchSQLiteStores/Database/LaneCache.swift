import NetwatchJobs

/// What is known of the numbers that a file has given to lanes: until lanes are removed, none gets
/// another.
struct LaneCache {
  /// How many are kept: with more, a new beginning is cheaper than choosing.
  private static let limit = 10_000

  private var ids: [JobLane: Int64] = [:]
  private var lanes: [Int64: JobLane] = [:]

  subscript(lane: JobLane) -> Int64? { ids[lane] }

  subscript(id: Int64) -> JobLane? { lanes[id] }

  mutating func learn(_ lane: JobLane, _ id: Int64) {
    if lanes.count >= Self.limit { self = LaneCache() }
    ids[lane] = id
    lanes[id] = lane
  }
}
