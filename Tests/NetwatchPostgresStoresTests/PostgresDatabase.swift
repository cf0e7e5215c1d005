import NetwatchCore
import NetwatchJobs
import NetwatchTestSupport
import Testing

@testable import NetwatchPostgresStores

/// A schema of its own in the server that all tests share.
final class PostgresDatabase: Sendable {
  /// The server, made when the first test needs it.
  ///
  /// What a machine would lose with its power is of no interest here.
  static let server = Result { try PostgresCluster(settings: ["fsync": "off"]) }

  let cluster: PostgresCluster
  let schema: String

  /// Uses the shared server, or one of the test's own.
  init(_ cluster: PostgresCluster? = nil) throws {
    self.cluster = try cluster ?? Self.server.get()
    schema = "test \(UInt64.random(in: 0 ... .max))"
  }

  /// Opens the store of this schema.
  func open(
    _ limits: JobLimits = JobLimits(),
    listening: PostgresListening = .sameServer,
    patience: Duration = .seconds(10),
    answerLimit: Duration = .seconds(30)
  ) async throws -> PostgresJobStore {
    try await .open(
      cluster.connectionString,
      schema: schema,
      limits: limits,
      listening: listening,
      patience: patience,
      answerLimit: answerLimit
    )
  }

  /// SQL with the schema's name in place of `@`.
  func named(_ text: String) -> String {
    text.split(separator: "@", omittingEmptySubsequences: false)
      .joined(separator: "\"\(schema)\"")
  }

  /// Runs SQL with the schema's name in place of `@`.
  @discardableResult
  func sql(_ text: String) async throws -> String {
    let text = named(text)
    return try await awaitThread { [cluster] in try cluster.psql(text) }
  }
}

extension PostgresJobStore {
  /// Runs a statement on the connection that the store works with.
  func run(_ sql: String) async throws {
    try await mailbox.answer(to: Statement(sql)) { _ in }
  }
}

extension Trait where Self == ConditionTrait {
  /// Leaves the test out where no server can be had.
  static var needsPostgres: Self {
    .enabled(if: PostgresCluster.isAvailable, "PostgreSQL is not installed, or can't be run here")
  }
}
