/// What a pipe holds, and who waits for it.
struct PipeState {
  typealias Writer = CheckedContinuation<Void, any Error>
  typealias Wake = @Sendable () -> Void

  private enum Phase {
    case open
    case finished
    case failed(String)
    case closed
  }

  private let capacity: Int
  private var length = Int64.max
  private(set) var accepted: Int64 = 0
  private var phase = Phase.open
  private var wake: Wake?
  private var hasBeenAttached = false

  /// Written bytes, those before `position` already read.
  private var bytes: [UInt8] = []
  private var position = 0

  /// Whether the transfer stands still until there is something to read.
  private var isStarved = false
  private(set) var isUntouched = true

  /// Whether the transfer has asked for the body.
  private(set) var isWanted = false

  private var writers: [UInt: Writer] = [:]
  private var lastWriter: UInt = 0

  init(capacity: Int) {
    self.capacity = capacity
  }

  private static let surplus = "it has more bytes than were announced"

  private var waiting: Int { bytes.count - position }

  mutating func attach(_ wake: @escaping Wake, length: Int64?) -> Bool {
    guard !hasBeenAttached else { return false }
    hasBeenAttached = true
    self.wake = wake
    self.length = length ?? .max
    if accepted > self.length { phase = .failed(Self.surplus) }
    return true
  }

  /// Takes what there is room for, and returns how much, and the transfer's alarm where it starves.
  mutating func put(_ more: ArraySlice<UInt8>) throws -> (Int, Wake?) {
    guard case .open = phase else { throw CurlBodyPipe.Closed() }
    guard Int64(more.count) <= length - accepted else { throw CurlBodyPipe.Surplus() }
    let taken = more.prefix(capacity - waiting)
    accepted += Int64(taken.count)
    if position > 0, bytes.count + taken.count > capacity {
      bytes.removeFirst(position)
      position = 0
    }
    bytes += taken
    return (taken.count, taken.isEmpty ? nil : takeAlarm())
  }

  mutating func finish() -> Wake? {
    guard case .open = phase else { return nil }
    phase = .finished
    return takeAlarm()
  }

  mutating func fail(_ reason: String) -> Wake? {
    guard case .open = phase else { return nil }
    phase = .failed(reason)
    return takeAlarm()
  }

  mutating func close() -> [Writer] {
    phase = .closed
    wake = nil
    bytes = []
    position = 0
    defer { writers = [:] }
    return Array(writers.values)
  }

  private mutating func takeAlarm() -> Wake? {
    defer { isStarved = false }
    return isStarved ? wake : nil
  }
}

extension PipeState {
  mutating func read(into buffer: UnsafeMutableRawBufferPointer) -> BodyReading {
    isWanted = true
    switch phase {
    case .failed(let reason):
      return .failed(CurlError(.bodyFailed, "The body's source failed: \(reason)."))
    case .closed: return .failed(CurlError(.bodyFailed, "The body's pipe is closed."))
    case .finished where waiting == 0: return .end
    case .open where waiting == 0:
      isStarved = true
      return .nothingYet
    default: return unsafe .bytes(copy(into: buffer))
    }
  }

  private mutating func copy(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let count = min(buffer.count, waiting)
    unsafe buffer.copyBytes(from: bytes[position..<(position + count)])
    isUntouched = false
    position += count
    if waiting == 0 {
      bytes.removeAll(keepingCapacity: true)
      position = 0
    }
    return count
  }
}

extension PipeState {
  mutating func nextWaiter() -> UInt {
    lastWriter += 1
    return lastWriter
  }

  /// Keeps a writer until there is room, or gives it back where it need not or must not wait.
  mutating func wait(_ writer: Writer, as id: UInt) -> Writer? {
    // Looked at under the lock: a cancellation from here on finds the writer.
    guard case .open = phase, waiting >= capacity, !Task.isCancelled else { return writer }
    writers[id] = writer
    return nil
  }

  /// Keeps a writer until the transfer asks, or gives it back where it need not or must not wait.
  mutating func waitUntilWanted(_ writer: Writer, as id: UInt) -> Writer? {
    guard case .open = phase, !isWanted, !Task.isCancelled else { return writer }
    writers[id] = writer
    return nil
  }

  mutating func giveUp(_ id: UInt) -> Writer? {
    writers.removeValue(forKey: id)
  }

  /// The writers to go on: only when half the pipe is empty, so that they do not for every byte.
  mutating func takeWritersWithRoom() -> [Writer] {
    guard !writers.isEmpty, waiting <= capacity / 2 else { return [] }
    defer { writers = [:] }
    return Array(writers.values)
  }
}
