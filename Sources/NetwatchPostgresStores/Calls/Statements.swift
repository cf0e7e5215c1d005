import NetwatchCore
import NetwatchJobs

/// The SQL that a store sends, with the schema's name in it.
struct Statements: Sendable {
  let schemaExists: Statement
  let version: Statement
  private let helloSQL: String
  let submitSQL: String
  let turnSQL: String
  let lookSQL: String
  let cancelSQL: String
  let retryNowSQL: String
  let pruneSQL: String
  let jobsSQL: String
  let identity: Statement
  let states: Statement
  let importSQL: String
  let removeSQL: String
  let lastMovedSQL: String
  let beginMove: Statement
  let destinations: Statement
  let oldest: Statement
  let usage: Statement

  init(_ schema: SchemaName) {
    var exists = Statement("SELECT to_regclass($1) IS NOT NULL")
    exists.add("\(schema.quoted).version")
    schemaExists = exists
    version = Statement(schema.filled(into: "SELECT max(version) FROM @schema@.version"))
    func call(_ function: String, _ count: Int) -> String {
      let parameters = (1...count).map { "$\($0)" }.joined(separator: ",")
      return schema.filled(into: "SELECT * FROM @schema@.\(function)(\(parameters))")
    }
    helloSQL = call("hello", 4)
    submitSQL = call("submit_batch", 14)
    turnSQL = call("turn", 31)
    lookSQL = call("look", 2)
    cancelSQL = call("cancel", 1)
    retryNowSQL = call("retry_now", 2)
    pruneSQL = call("prune", 5)
    jobsSQL = schema.filled(into: Self.jobsQuery)
    identity = Statement(schema.filled(into: "SELECT identity FROM @schema@.settings"))
    importSQL = call("import_jobs", 21)
    removeSQL = call("remove_jobs", 1)
    lastMovedSQL = schema.filled(into: "SELECT last FROM @schema@.moves WHERE source = $1")
    beginMove = Statement(schema.filled(into: "UPDATE @schema@.settings SET moving = true"))
    states = Statement(schema.filled(into: Self.statesQuery))
    destinations = Statement(schema.filled(into: Self.destinationsQuery))
    oldest = Statement(schema.filled(into: Self.oldestQuery))
    usage = Statement(schema.filled(into: Self.usageQuery))
  }

  /// Takes over from older connections of the client, and stores the limits.
  func hello(_ client: ClientID, _ limits: JobLimits) -> Statement {
    var statement = Statement(helloSQL)
    statement.add(client)
    statement.add(Int64(limits.jobs))
    statement.add(Int64(limits.bytes))
    statement.add(Int64(limits.payload))
    return statement
  }
}

extension Duration {
  /// What the database counts in, held between zero and 200 years, which no deadline is past.
  var storedMicroseconds: Int64 {
    let limit: Int64 = 200 * 365 * 86_400 * 1_000_000
    return Int64(clamping: max(attoseconds, 0) / 1_000_000_000_000 + (hasFraction ? 1 : 0))
      .clamped(to: 0...limit)
  }

  /// Less than a microsecond is something too: a wait is not to become none.
  private var hasFraction: Bool { attoseconds > 0 && attoseconds % 1_000_000_000_000 != 0 }
}

extension Comparable {
  fileprivate func clamped(to range: ClosedRange<Self>) -> Self {
    min(max(self, range.lowerBound), range.upperBound)
  }
}
