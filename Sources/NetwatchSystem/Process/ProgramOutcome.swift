/// How a run of a program came to its end.
package struct ProgramOutcome: Hashable, Sendable {
  /// How it ended.
  package let end: ProgramEnd

  /// Whether its time was over, so that it was asked to end.
  package let isTimedOut: Bool

  /// The last bytes that it wrote, errors and other output as they came.
  package let output: [UInt8]
}

/// The last bytes of what goes by.
struct OutputTail {
  private let limit: Int
  private var bytes: [UInt8] = []

  init(limit: Int) {
    self.limit = max(limit, 0)
  }

  /// At most as many as the limit.
  var last: [UInt8] { Array(bytes.suffix(limit)) }

  mutating func append(_ more: some Collection<UInt8>) {
    bytes += more
    // Seldom, so that not every piece moves what is kept.
    if bytes.count > 2 * limit { bytes.removeFirst(bytes.count - limit) }
  }
}
