import NetwatchCore
import NetwatchJobs

extension SQLiteJobStore {
  /// With fewer lanes nobody need look for empty ones.
  static let fewLanes = 1_000

  /// The most lanes that are removed in one transaction.
  private static let removalLimit = 1_000

  /// Removes lanes that have no job any more, once there are twice as many lanes as had one the last
  /// time: to find them costs a look at all jobs, on the thread for long looks.
  func removeEmptyLanes(of count: Int) async throws {
    guard count > lanesKept.withLock({ max(2 * $0, Self.fewLanes) }) else { return }
    let empty = try await StoreCall(.reading) { try $0.emptyLanes() }.value(from: reader.mailbox())
    lanesKept.withLock { $0 = count - empty.ids.count }
    for start in stride(from: 0, to: empty.ids.count, by: Self.removalLimit) {
      let ids = Array(empty.ids[start...].prefix(Self.removalLimit))
      let part = EmptyLanes(ids: ids, lastJob: empty.lastJob)
      try await call(.writing) { try $0.remove(part) }
    }
  }
}
