/// A connection that is ready for work.
struct Session {
  let connection: PostgresConnection

  /// What this connection shows, so that what older ones still do is refused.
  let epoch: Int64
}
