import NetwatchCore
import NetwatchJobs

extension Statements {
  /// The query for jobs.
  ///
  /// Durations are counted by one reading of the clock, so that they fit together. Of a payload that is
  /// left out, and stored elsewhere for its length, nothing is read.
  static let jobsQuery =
    """
    SELECT j.id, j.kind, CASE WHEN octet_length(j.payload) <= $9::bigint THEN j.payload END, l.destination, l.requirement, j.priority, j.unique_key,
      (extract(epoch FROM j.not_before - j.created) * 1000000)::bigint,
      (extract(epoch FROM j.deadline - j.created) * 1000000)::bigint,
      j.state, j.attempt, j.vanished, j.proposer, j.run, j.total, j.attempts,
      (extract(epoch FROM j.created) * 1000000)::bigint,
      (extract(epoch FROM j.until - statement_timestamp()) * 1000000)::bigint,
      (extract(epoch FROM j.finished) * 1000000)::bigint, j.reason, j.origin,
      (extract(epoch FROM statement_timestamp() - j.created) * 1000000)::bigint, j.owner,
      octet_length(j.payload)
    FROM @schema@.jobs j JOIN @schema@.lanes l ON l.id = j.lane
    WHERE j.id >= $1 AND j.id <= $2
      AND (cardinality($3::smallint[]) = 0 OR j.state = ANY ($3))
      AND ($4::text IS NULL OR j.kind = $4) AND ($5::text IS NULL OR l.destination = $5)
      AND ($6::text IS NULL OR j.owner = $6)
      AND (cardinality($7::text[]) = 0 OR j.unique_key = ANY ($7))
    ORDER BY j.id LIMIT $8
    """

  func job(_ id: JobID, payloadLimit: Int) -> Statement {
    jobs(id.rawValue...id.rawValue, JobQuery(limit: 1), payloadLimit: payloadLimit)
  }

  func jobs(matching query: JobQuery) -> Statement {
    let after = query.after?.rawValue ?? 0
    return jobs(
      (after < .max ? after + 1 : .max) ... .max,
      query,
      payloadLimit: query.includesPayloads ? .max : 0
    )
  }

  /// The server plans for the parameters that it is given, so that those that are NULL, or empty, cost
  /// nothing.
  private func jobs(
    _ ids: ClosedRange<Int64>,
    _ query: JobQuery,
    payloadLimit: Int
  ) -> Statement {
    var statement = Statement(jobsSQL)
    statement.add(ids.lowerBound)
    statement.add(ids.upperBound)
    statement.add(array: query.states.map { Int16($0.rawValue) })
    statement.add(query.kind)
    statement.add(query.destination)
    statement.add(query.owner)
    statement.add(array: query.uniqueKeys.filter { !$0.utf8.contains(0) })
    statement.add(Int64(query.limit))
    statement.add(Int64(payloadLimit))
    return statement
  }
}

extension JobQuery {
  /// Whether no job has a name like one of these: PostgreSQL has no place for NUL in a text.
  var namesNothing: Bool {
    [kind, destination, owner].contains { $0?.utf8.contains(0) ?? false }
      || !uniqueKeys.isEmpty && uniqueKeys.allSatisfy { $0.utf8.contains(0) }
  }
}

extension Job {
  /// Reads a row of the query for jobs.
  init(_ rows: PostgresResult, _ row: Int, identity: String) throws(JobStoreError) {
    guard let id = rows.value(row, 0, as: Int64.self),
      let kind = rows.value(row, 1, as: String.self),
      let state = JobState(stored: rows.value(row, 9))
    else { throw .unreadable }
    self.init(
      id: JobID(rawValue: id),
      kind: kind,
      payload: rows.value(row, 2) ?? [],
      payloadBytes: Int(rows.value(row, 23, as: Int32.self) ?? 0),
      options: JobOptions(rows, row),
      state: state,
      attempt: Int(rows.value(row, 10, as: Int32.self) ?? 0),
      vanished: Int(rows.value(row, 11, as: Int32.self) ?? 0),
      history: JobHistory(rows, row, run: 13, total: 14, proposer: 12, attempts: 15),
      created: WallTime(microseconds: rows.value(row, 16) ?? 0),
      remaining: rows.value(row, 17, as: Int64.self).map { max(.microseconds($0), .zero) },
      finished: rows.value(row, 18, as: Int64.self).map(WallTime.init(microseconds:)),
      reason: rows.value(row, 19),
      idempotencyKey: rows.value(row, 20) ?? "\(identity)-\(id)"
    )
  }
}

extension JobOptions {
  fileprivate init(_ rows: PostgresResult, _ row: Int) {
    self.init(
      destination: rows.value(row, 3) ?? Self.defaultDestination,
      requirement: rows.value(row, 4, as: Int16.self)
        .flatMap { JobRequirement(rawValue: Int8(clamping: $0)) } ?? .internet,
      priority: rows.value(row, 5, as: Int16.self)
        .flatMap { JobPriority(rawValue: Int8(clamping: $0)) } ?? .normal,
      uniqueKey: rows.value(row, 6),
      notBefore: rows.value(row, 7, as: Int64.self).map { .microseconds($0) },
      deadline: rows.value(row, 8, as: Int64.self).map { .microseconds($0) },
      owner: rows.value(row, 22)
    )
  }
}

extension WallTime {
  fileprivate init(microseconds: Int64) {
    let (seconds, rest) = microseconds.quotientAndRemainder(dividingBy: 1_000_000)
    self.init(seconds: seconds, nanoseconds: Int32(max(rest, 0)) * 1_000)
  }
}
