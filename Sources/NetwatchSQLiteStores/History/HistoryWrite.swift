import NetwatchCore

/// Takes what a source has, writes it, and says what became of it; once more where there is more to
/// remove than goes along with that.
final class HistoryWrite: StoreTask {
  typealias Database = HistoryDatabase

  private let source: any HistorySource
  private let mailbox: TaskMailbox<HistoryDatabase>

  /// What was taken; nil before.
  ///
  /// It may take more than one attempt to write it.
  private let taken = Lock<[HistoryInput]?>(nil)

  init(_ source: any HistorySource, _ mailbox: TaskMailbox<HistoryDatabase>) {
    (self.source, self.mailbox) = (source, mailbox)
  }

  var isAbandoned: Bool { false }

  func needsWriting(_ database: HistoryDatabase) -> Bool { true }

  func run(_ database: HistoryDatabase) throws -> () -> Void {
    let inputs = inputs()
    let records = try database.append(inputs)
    let hasSurplus = database.memory.hasSurplus
    return { [source, mailbox] in
      if !inputs.isEmpty { source.stored(records, of: inputs) }
      if hasSurplus { _ = mailbox.put(HistoryWrite(source, mailbox)) }
    }
  }

  func fail(_ error: any Error) {
    let inputs = inputs()
    if !inputs.isEmpty { source.lost(inputs, error) }
  }

  private func inputs() -> [HistoryInput] {
    if let taken = taken.withLock({ $0 }) { return taken }
    let inputs = source.take()
    taken.withLock { $0 = inputs }
    return inputs
  }
}

/// Lets the source of a history use its thread's wait as a timer.
final class HistoryWatch: DatabaseWatch {
  private let source: any HistorySource

  init(_ source: any HistorySource) {
    self.source = source
  }

  var descriptor: CInt { -1 }
  var patience: CInt { source.patience }

  func writingBegan() {}
  func committed() {}
  func look() { source.tick() }
}
