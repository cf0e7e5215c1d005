import NetwatchSQLite

/// The tables of one kind of store, as numbered steps that are only ever appended to.
///
/// A file may hold those of several kinds, each with a version of its own: a program that knows one
/// kind need not know of the others.
struct StoreSchema: Sendable {
  /// Tells the files of all kinds from other databases: "Nwjb" (PRAGMA application_id).
  static let applicationID: Int64 = 0x4e77_6a62

  /// Each brings the tables to the next version, the first one to 1.
  let migrations: [String]

  /// The version of the tables in a file; 0 where there are none.
  let readVersion: @Sendable (borrowing SQLiteConnection) throws(SQLiteError) -> Int64

  /// The statement that notes the version.
  let recordVersion: @Sendable (Int) -> String

  /// The version that this code reads and writes.
  var version: Int64 { Int64(migrations.count) }
}
