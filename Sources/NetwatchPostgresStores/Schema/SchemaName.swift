import NetwatchJobs

/// The name of the schema that a store lives in, fit to be put into SQL.
struct SchemaName: Hashable, Sendable {
  /// PostgreSQL cuts longer names, and refuses longer channels (NAMEDATALEN).
  private static let longest = 63

  private let name: String

  /// - Throws: `invalid` for a name that PostgreSQL would cut or refuse.
  init(_ name: String) throws(JobStoreError) {
    guard (1...Self.longest).contains(name.utf8.count), !name.utf8.contains(0) else {
      throw JobStoreError(
        .invalid,
        "the schema's name has \(name.utf8.count) bytes; expected 1 to \(Self.longest), without NUL"
      )
    }
    self.name = name
  }

  /// The name as an identifier.
  var quoted: String { "\"\(Self.doubling("\"", in: name))\"" }

  /// The name as a constant; the channel of NOTIFY has it too.
  var literal: String { "'\(Self.doubling("'", in: name))'" }

  /// SQL with the name in the places that are kept for it.
  ///
  /// Those are `@schema@`, `@channel@`, and `@settings@` for what is set while functions run that
  /// are called from outside.
  func filled(into sql: String) -> String {
    Self.replacing(
      [("@settings@", Self.settings), ("@schema@", quoted), ("@channel@", literal)],
      in: sql
    )
  }

  /// What is set while a function runs that is called from outside.
  ///
  /// Plans must not depend on how many rows PostgreSQL believes there are, as the counts are from another
  /// time in the life of a queue: there is an index for everything, and it is used. A plan without one
  /// has a cost at which the compiler would be started, which takes longer than all else.
  private static let settings = """
    SET search_path = @schema@, pg_temp
    SET enable_seqscan = off SET enable_bitmapscan = off
    SET enable_hashjoin = off SET enable_mergejoin = off
    SET plan_cache_mode = force_generic_plan SET jit = off
    SET lock_timeout = '5s'
    """

  private static func doubling(_ mark: Character, in text: String) -> String {
    text.reduce(into: "") { result, character in
      result.append(character)
      if character == mark { result.append(mark) }
    }
  }

  private static func replacing(_ pairs: [(String, String)], in text: String) -> String {
    pairs.reduce(text) { text, pair in
      text.split(separator: pair.0, omittingEmptySubsequences: false).joined(separator: pair.1)
    }
  }
}
