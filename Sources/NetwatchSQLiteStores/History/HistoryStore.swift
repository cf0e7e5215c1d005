import NetwatchCore
package import NetwatchJobs
package import NetwatchSystem

/// Keeps what has happened in an SQLite file of its own, for one service at a time.
///
/// Whatever was written survives the death of the process, and a power failure may take the last
/// moments: nobody waits for the disk. Ids are never given twice, even then.
///
/// A thread of the store's own writes, and sleeps while there is nothing to do; a second one, started
/// when it is first needed, reads, so that nobody's reading holds up an event. What need not be kept
/// is removed along with what is written, and with each ``wake()``, a little at a time.
package final class HistoryStore: Sendable {
  let mailbox: TaskMailbox<HistoryDatabase>
  let reader: ReaderThread<HistoryDatabase>
  private let source: any HistorySource
  private let clocks: SystemClocks
  private let retention: CurrentRetention
  private let lifeSign: LifeSign

  /// The clocks when they were last compared by ``alive()``.
  private let mark: Lock<ClockMark>

  private init(
    _ mailbox: TaskMailbox<HistoryDatabase>,
    _ settings: HistoryStoreSettings,
    _ source: any HistorySource
  ) {
    self.mailbox = mailbox
    self.source = source
    clocks = settings.clocks
    retention = settings.retention
    lifeSign = LifeSign(of: settings.path)
    mark = Lock(ClockMark(settings.clocks))
    reader = ReaderThread(path: settings.path) { try HistoryDatabase.openForReading(settings) }
  }

  deinit {
    reader.close()
    mailbox.close()
  }

  /// Opens a history, and makes it where the file is not there, readable for its owner only.
  ///
  /// - Parameters:
  ///   - path: The file; the folder has to be there. Neither it nor the files beside it that SQLite
  ///     makes may be symbolic links.
  ///   - retention: How much to keep.
  ///   - source: Where the events come from, and who is told of them.
  ///   - clocks: What time it is.
  ///   - clockName: Names the boot clock among them; another name is another boot.
  /// - Returns: The history.
  /// - Throws: `JobStoreError`, as for a store of jobs; `CancellationError`.
  package static func open(
    path: String,
    retention: HistoryRetention,
    source: any HistorySource,
    clocks: SystemClocks = .kernel,
    clockName: String? = nil
  ) async throws -> HistoryStore {
    let settings = HistoryStoreSettings(
      path: path,
      retention: CurrentRetention(retention),
      clocks: clocks,
      clockName: clockName ?? ClockIdentity.ofThisProcess(),
      lastSign: LifeSign.last(of: path)?.microseconds
    )
    let mailbox = try TaskMailbox<HistoryDatabase>(name: path)
    try StoreThread.start {
      DatabaseLoop(mailbox) {
        try HistoryDatabase.open(settings)
      } watch: { _ in
        HistoryWatch(source)
      }.run()
    }
    do {
      // The file is opened for the first task.
      try await StoreCall(.reading) { _ in }.value(from: mailbox)
    } catch {
      mailbox.close()
      throw error
    }
    return HistoryStore(mailbox, settings, source)
  }
}

extension HistoryStore {
  /// Has the thread take and write what the source has, and tidy up; returns at once.
  package func wake() {
    // A closed store takes nothing: then nobody asks the source any more.
    _ = mailbox.put(HistoryWrite(source, mailbox))
  }

  /// Keeps so much from now on.
  package func keep(_ retention: HistoryRetention) {
    self.retention.value = retention
    wake()
  }

  /// Notes that the service is still there; returns at once.
  ///
  /// It wakes the thread only where the clock was set since the last call.
  ///
  /// - Throws: `JobStoreError` where that can't be noted.
  package func alive() throws(JobStoreError) {
    let now = ClockMark(clocks)
    let wasSet = mark.withLock { mark in
      defer { mark = now }
      return mark.wasSet(until: now)
    }
    // What a clock shows that was set is no time of the run that ends with this.
    if wasSet { return wake() }
    try lifeSign.give(at: WallTime(microseconds: now.wall))
  }

  /// Writes what the source has left, notes that the run has ended, and lets go of the file; later
  /// calls throw `closed`.
  package func close() async {
    wake()
    // Where it can't be written, the run ends when it was last seen.
    try? await StoreCall(.writing) { try $0.endRun() }.value(from: mailbox)
    mailbox.close()
    await mailbox.ended()
    await reader.closed()
  }
}
