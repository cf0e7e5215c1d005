/// What comes next in a resumable upload, by what the server has said (https://tus.io, version 1.0.0).
///
/// The server's offset is what counts, and it alone: it may be anything up to the length, but it must
/// not stand still, or fall back, again and again.
struct TusStateMachine: Sendable {
  /// The next exchange.
  enum Step: Hashable, Sendable {
    /// Asks what the server can do.
    case ask
    case create
    /// Asks for the offset.
    case locate
    case send(from: Int64, count: Int64)
    case finish
  }

  /// How often the server may stand still or fall back before it reaches a higher offset.
  static let stallLimit = 5

  /// The length of the whole.
  let length: Int64

  /// The longest part that is sent at a time; nil for all that is left.
  var chunkLength: Int64?

  private(set) var next = Step.ask

  /// The highest offset that the server has named.
  private(set) var highest: Int64 = 0

  private var isCreated: Bool
  private var isRenewed = false
  private var stalls = 0

  /// - Parameters:
  ///   - length: The length of the whole.
  ///   - isCreated: Whether it was begun before.
  init(length: Int64, isCreated: Bool) {
    self.length = length
    self.isCreated = isCreated
  }

  /// It is known what the server can do.
  mutating func asked() {
    next = isCreated ? .locate : .create
  }

  /// The server has made a place for the upload.
  mutating func created() {
    isCreated = true
    (highest, stalls) = (0, 0)
    goOn(from: 0)
  }

  /// The server has named its offset, and the length where it knows that.
  mutating func located(at offset: Int64, length stated: Int64?) throws(TusFault) {
    if let stated, stated != length {
      throw TusFault("the upload has a length of \(stated) bytes, and what is sent \(length)")
    }
    try check(offset)
    // It has lost what it had.
    if offset < highest { try stalled() }
    goOn(from: offset)
  }

  /// The server has taken what was sent up to an offset.
  mutating func accepted(upTo offset: Int64) throws(TusFault) {
    guard case .send(let start, let count) = next else { return }
    guard (start...start + count).contains(offset) else {
      throw TusFault(
        "the server names the offset \(offset) after bytes from \(start) to \(start + count)"
      )
    }
    if offset == start { try stalled() }
    goOn(from: offset)
  }

  /// The offset was not the server's.
  mutating func conflicted() throws(TusFault) {
    try stalled()
    next = .locate
  }

  /// What arrived was not what was sent: the same again.
  mutating func mismatched() throws(TusFault) { try stalled() }

  /// The server does not know the upload any more.
  ///
  /// - Returns: Whether it is begun anew, as it is once.
  mutating func gone() -> Bool {
    guard !isRenewed else { return false }
    isRenewed = true
    isCreated = false
    next = .create
    return true
  }

  /// Nobody knows how much of what was sent has arrived.
  mutating func interrupted() {
    switch next {
    case .send, .finish: next = .locate
    case .ask, .create, .locate: break
    }
  }

  private mutating func goOn(from offset: Int64) {
    if offset > highest { stalls = 0 }
    highest = max(highest, offset)
    let left = length - offset
    next = left == 0 ? .finish : .send(from: offset, count: min(left, chunkLength ?? left))
  }

  private func check(_ offset: Int64) throws(TusFault) {
    guard (0...length).contains(offset) else {
      throw TusFault("the server names the offset \(offset) in an upload of \(length) bytes")
    }
  }

  private mutating func stalled() throws(TusFault) {
    stalls += 1
    guard stalls < Self.stallLimit else {
      throw TusFault("the server does not get beyond the offset \(highest), after \(stalls) times")
    }
  }
}

/// A server that does not keep to the protocol.
struct TusFault: Error, Sendable {
  /// What it did, for people.
  let message: String

  init(_ message: String) {
    self.message = message
  }
}
