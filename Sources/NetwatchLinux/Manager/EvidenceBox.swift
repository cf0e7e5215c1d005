internal import NetwatchCore

/// Evidence on its way to the loop, from any thread; bounded, because the newest says as much as all.
final class EvidenceBox: Sendable {
  private static let limit = 256
  private let waiting = Lock<[Evidence]>([])

  /// Puts evidence in, and says whether somebody has to come for it.
  func put(_ evidence: Evidence) -> Bool {
    waiting.withLock { waiting in
      // A busy server proves the path a thousand times a second, and once is enough.
      if evidence == waiting.last { return false }
      if waiting.count >= Self.limit { waiting.removeFirst() }
      waiting.append(evidence)
      return waiting.count == 1
    }
  }

  func takeAll() -> [Evidence] {
    waiting.withLock { waiting in
      defer { waiting.removeAll(keepingCapacity: true) }
      return waiting
    }
  }
}
