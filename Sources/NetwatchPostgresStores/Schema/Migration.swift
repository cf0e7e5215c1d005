/// A step from one version of the schema to the next.
///
/// The list only grows: what has been released stays as it is, because databases have gone through it.
struct Migration: Sendable {
  /// The version that it leads to.
  let version: Int

  private let statements: [String]

  /// All of them, by version.
  static let all = [
    Migration(version: 1, statements: FirstSchema.statements),
    Migration(version: 2, statements: SecondSchema.statements),
    Migration(version: 3, statements: ThirdSchema.statements),
    Migration(version: 4, statements: FourthSchema.statements),
  ]

  /// The version that this program works with.
  static let newest = all.count

  /// The SQL of the step, one transaction that waits for others who migrate at the same time.
  ///
  /// It ends with the error `NW002` where another has made the step meanwhile.
  func script(for schema: SchemaName) -> String {
    schema.filled(into: (opening + statements + closing).joined(separator: ";\n"))
  }

  /// What is sent in one message is one transaction, of which this is true for the rest.
  private var opening: [String] {
    [
      "SELECT pg_advisory_xact_lock(hashtextextended('netwatch ' || @channel@, 0))",
      "SET LOCAL search_path = @schema@, pg_temp",
      version == 1 ? "CREATE SCHEMA IF NOT EXISTS @schema@" : "",
      version == 1 ? "CREATE TABLE IF NOT EXISTS version (version integer NOT NULL)" : "",
      """
      DO $$ BEGIN
        IF coalesce((SELECT max(version) FROM version), 0) <> \(version - 1) THEN
          RAISE EXCEPTION 'version \(version) of the schema is there' USING ERRCODE = 'NW002';
        END IF;
      END $$
      """,
    ].filter { !$0.isEmpty }
  }

  private var closing: [String] {
    ["DELETE FROM version", "INSERT INTO version VALUES (\(version))"]
  }
}
