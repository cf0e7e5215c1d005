/// Where bytes are copied to.
@safe struct ReadingRoom {
  let bytes: UnsafeMutableRawBufferPointer
}

/// The chunks that wait for a client, the oldest of which it may have taken in part.
struct ChunkQueue {
  private var chunks: ArraySlice<[UInt8]> = []
  private var taken = 0

  /// How many bytes wait.
  private(set) var count = 0

  /// Adds a chunk behind the others.
  mutating func append(_ chunk: [UInt8]) {
    guard !chunk.isEmpty else { return }
    chunks.append(chunk)
    count += chunk.count
  }

  /// Drops all chunks but the rest of one that the client has begun to take: what follows would not
  /// be understood otherwise.
  mutating func dropUntouched() {
    chunks = taken > 0 ? chunks.prefix(1) : []
    count = (chunks.first?.count ?? 0) - taken
  }

  /// Copies out what there is and fits, and returns how much that was.
  mutating func take(into room: ReadingRoom) -> Int {
    var filled = 0
    while let chunk = chunks.first, unsafe filled < room.bytes.count {
      let size = unsafe min(chunk.count - taken, room.bytes.count - filled)
      unsafe UnsafeMutableRawBufferPointer(rebasing: room.bytes[filled...])
        .copyBytes(from: chunk[taken..<taken + size])
      (filled, taken, count) = (filled + size, taken + size, count - size)
      if taken == chunk.count {
        chunks.removeFirst()
        taken = 0
      }
    }
    if chunks.isEmpty { chunks = [] }
    return filled
  }
}
