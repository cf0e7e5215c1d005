/// The failed attempts of a piece of work, the first few and the newest, however many there were.
public struct AttemptLog: Sendable {
  private static let firstCount = 4
  private static let newestCount = 28

  /// The records that are kept, the oldest first: the first 4 and the newest 28.
  public private(set) var records: [AttemptRecord] = []

  /// How many records between the first and the newest were left out.
  public private(set) var omitted = 0

  /// Creates an empty log.
  public init() {}

  /// How many records were appended, those left out included.
  public var count: Int { records.count + omitted }

  /// Appends a record, and leaves out the oldest but the first four where there are too many.
  public mutating func append(_ record: AttemptRecord) {
    if records.count == Self.firstCount + Self.newestCount {
      records.remove(at: Self.firstCount)
      omitted += 1
    }
    records.append(record)
  }
}

extension AttemptLog: CustomStringConvertible {
  /// A line a record, and one in the place of those left out.
  public var description: String {
    var lines = records.map(\.description)
    if omitted > 0 {
      lines.insert("(\(omitted) more attempts, left out)", at: Self.firstCount)
    }
    return lines.joined(separator: "\n")
  }
}
