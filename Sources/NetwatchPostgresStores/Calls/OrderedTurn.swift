import NetwatchJobs

/// A turn as it is sent: everything is a list, and answers name places in them.
struct OrderedTurn: Sendable {
  let worker: String
  let lease: Duration

  /// The first report of each run.
  let reports: [JobReport]

  /// All reported runs in the worker's order, and whether each is there for the first time: a run that
  /// is reported once more has ended by its first report.
  private let reported: [(run: JobRun, isFirst: Bool)]
  let renewals: [JobRun]
  let claims: [JobClaim]

  /// The lanes of all claims, each with the place of its claim, the first being 1.
  let lanes: [(claim: Int32, lane: JobLane)]
  let paces: [(destination: String, pace: StoredPace)]

  init(_ turn: StoreTurn) {
    worker = turn.worker
    lease = turn.lease
    var runs: Set<JobRun> = []
    reported = turn.reports.map { ($0.run, runs.insert($0.run).inserted) }
    reports = zip(turn.reports, reported).filter { $0.1.isFirst }.map(\.0)
    renewals = turn.renewals
    claims = turn.claims.sorted { $0.destination < $1.destination }
    lanes = zip(Int32(1)..., claims).flatMap { place, claim in
      claim.lanes.lazy.filter { $0.destination == claim.destination }.map { (place, $0) }
    }
    paces = turn.paces.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// The lost runs in the worker's order, from those among what was sent.
  func lost(_ sent: [JobRun]) -> [JobRun] {
    var rest = sent[...]
    var lost: [JobRun] = []
    for (run, isFirst) in reported {
      guard !isFirst || run == rest.first else { continue }
      if isFirst { rest.removeFirst() }
      lost.append(run)
    }
    return lost + rest
  }

  /// The lane at a place of the answer's.
  func lane(at place: Int32?) -> JobLane? {
    guard let place, lanes.indices.contains(Int(place) - 1) else { return nil }
    return lanes[Int(place) - 1].lane
  }
}
