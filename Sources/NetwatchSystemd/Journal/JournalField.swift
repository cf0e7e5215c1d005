internal import NetwatchCore

/// A field of an entry of the journal (systemd.journal-fields(7)).
struct JournalField: Hashable {
  /// Capital letters, digits and underscores; at most 64, of which the first is a letter.
  let name: String
  let value: String

  /// How long a name may be; the journal drops fields with longer ones.
  private static let nameLimit = 64

  /// The field as sd_journal_sendv(3) takes it; the value may hold any byte.
  var bytes: [UInt8] { Array("\(name)=\(value)".utf8) }

  /// The fields of a diagnostic: its priority, its message, and its metadata in the order of the keys.
  static func fields(
    _ level: LogLevel,
    _ message: String,
    _ metadata: [String: String]
  ) -> [JournalField] {
    [
      JournalField(name: "PRIORITY", value: String(level.priority)),
      JournalField(name: "MESSAGE", value: message),
    ]
      + metadata.sorted { $0.key < $1.key }
      .map { JournalField(name: name(ofKey: $0.key), value: $0.value) }
  }

  /// `NETWATCH_RETRY_AFTER` for `retryAfter`.
  private static func name(ofKey key: String) -> String {
    var name = "NETWATCH_"
    var followsSmallLetter = false
    for scalar in key.unicodeScalars {
      if followsSmallLetter, ("A"..."Z").contains(scalar) { name += "_" }
      followsSmallLetter = ("a"..."z").contains(scalar)
      name += isAllowed(scalar) ? String(scalar).uppercased() : "_"
    }
    return String(name.prefix(nameLimit))
  }

  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || ("0"..."9").contains(scalar)
  }
}

extension LogLevel {
  /// The priority of syslog(3) that a level is shown with.
  var priority: Int {
    switch self {
    case .trace, .debug: 7
    case .info: 6
    case .notice: 5
    case .warning: 4
    case .error: 3
    case .critical: 2
    }
  }

  /// The name of the level, at the beginning of a plain line.
  var label: String { String(describing: self) }
}
