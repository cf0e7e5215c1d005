/// Handles at rest, which are used again.
struct TransferPool {
  /// A handle keeps about 20 KB; more than a few at rest would save nothing.
  private static let limit = 16

  private var fresh: [CurlTransfer] = []
  private var pooled: [CurlTransfer] = []

  /// A handle for a request, the one whose last request it was most like; nil where there is none.
  mutating func take(for request: CurlRequest) -> CurlTransfer? {
    switch request.connection {
    case .fresh: return fresh.popLast()
    case .pooled:
      guard let index = pooled.lastIndex(where: { $0.wasFor(request.target) }) else {
        return pooled.popLast()
      }
      return pooled.remove(at: index)
    }
  }

  mutating func put(_ transfer: CurlTransfer, from connection: CurlRequest.Connection) {
    transfer.rest()
    switch connection {
    case .fresh: if fresh.count < Self.limit { fresh.append(transfer) }
    case .pooled: if pooled.count < Self.limit { pooled.append(transfer) }
    }
  }

  mutating func removeAll() {
    self = TransferPool()
  }
}
