import NetwatchJobs

/// A turn as it is sent: everything is a list, and answers name places in them.
struct OrderedTurn: Sendable {
  let worker: String
  let lease: Duration
  let reports: [JobReport]
  let renewals: [JobRun]
  let claims: [JobClaim]

  /// The lanes of all claims, each with the place of its claim, the first being 1.
  let lanes: [(claim: Int32, lane: JobLane)]
  let paces: [(destination: String, pace: StoredPace)]

  init(_ turn: StoreTurn) {
    worker = turn.worker
    lease = turn.lease
    reports = turn.reports
    renewals = turn.renewals
    claims = turn.claims.sorted { $0.destination < $1.destination }
    lanes = zip(Int32(1)..., claims).flatMap { place, claim in
      claim.lanes.lazy.filter { $0.destination == claim.destination }.map { (place, $0) }
    }
    paces = turn.paces.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// The lane at a place of the answer's.
  func lane(at place: Int32?) -> JobLane? {
    guard let place, lanes.indices.contains(Int(place) - 1) else { return nil }
    return lanes[Int(place) - 1].lane
  }
}
