import NetwatchCore
import NetwatchJobs

extension StoreChange {
  /// What jobs that were just stored mean to those who schedule: each lane once, and the next one due.
  static func all(of stored: some Sequence<(NewJob, JobReceipt)>) -> [StoreChange] {
    let new = stored.filter { !$0.1.isDuplicate }.map(\.0)
    let ready = new.filter { ($0.options.notBefore ?? .zero) <= .zero }
    let due = new.compactMap(\.options.notBefore).filter { $0 > .zero }.min()
    return Set(ready.map(\.lane)).map(StoreChange.ready) + (due.map { [.due(after: $0)] } ?? [])
  }

  /// What the reports of a turn mean to those who schedule besides the lanes that became ready.
  static func due(_ turn: StoreTurn, _ result: StoreTurnResult) -> [StoreChange] {
    let lost = Set(result.lost)
    let delays = turn.reports.filter { !lost.contains($0.run) }.compactMap(\.outcome.delay)
    return delays.min().map { [.due(after: $0)] } ?? []
  }
}
