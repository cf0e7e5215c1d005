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
  /// How many bytes are read at once.
  static let pieceLength = 65_536

  /// How many bytes are read behind the end of the program: as many as a pipe holds at most (pipe(7)),
  /// unless somebody privileged has made it longer.
  static let longestRest = 1_048_576

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

  /// Appends what the pipe held when the program ended.
  ///
  /// A process that has left the program's group can write for ever, as fast as this reads: what it
  /// writes from then on is not waited for.
  mutating func appendRest(_ read: (Int) -> [UInt8]?) {
    for _ in 0..<Self.longestRest / Self.pieceLength {
      guard let more = read(Self.pieceLength), !more.isEmpty else { return }
      append(more)
    }
  }
}
