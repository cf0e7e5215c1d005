/// How a store hears of what others have changed in the database.
///
/// Whatever it is, those who observe the store are told to look again every 5 to 30 seconds.
public enum PostgresListening: Hashable, Sendable {
  /// By a second connection to the same server.
  case sameServer

  /// By a connection of its own, as a libpq connection string or URI: where the other one leads to a
  /// pooler that hands out connections by the transaction, through which nothing can be heard.
  case at(String)

  /// Not at all.
  case never
}
