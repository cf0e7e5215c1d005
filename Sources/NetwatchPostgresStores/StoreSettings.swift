import NetwatchCore
import NetwatchJobs

/// How a store works with its database.
struct StoreSettings: Sendable {
  /// A libpq connection string or URI.
  let connection: String
  let schema: SchemaName
  let limits: JobLimits

  /// Where to listen; nil: nowhere.
  let listening: String?

  /// How long a call waits for a connection.
  let patience: Duration

  /// How long the server may take for a statement, and for a connection.
  let answerLimit: Duration
  let random: RandomSource
}
