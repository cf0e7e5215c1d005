public import NetwatchJobs
package import NetwatchSystem

extension SQLiteJobStore {
  /// Opens a store, and makes it where the file is not there, readable for its owner only.
  ///
  /// - Parameters:
  ///   - path: The file; the folder has to be there. Neither it nor the files beside it that SQLite
  ///     makes, with `-wal` and `-shm` at the end of their names, may be symbolic links.
  ///   - limits: How much it takes. The view for submitting by SQL goes by those of the last opening.
  /// - Returns: The store.
  /// - Throws: `JobStoreError`: `invalid` for what is not the path of a file, `denied` where the file
  ///   can't be read and written, `damaged` where it is no store, `newerVersion`, `busy`, `noSpace`;
  ///   and `CancellationError`.
  public static func open(
    path: String,
    limits: JobLimits = JobLimits()
  ) async throws -> SQLiteJobStore {
    try await open(
      path: path,
      limits: limits,
      clocks: .kernel,
      clockName: ClockIdentity.ofThisProcess()
    )
  }

  /// Opens a store that reads other clocks than the kernel's.
  ///
  /// - Parameters:
  ///   - path: As for ``open(path:limits:)``.
  ///   - limits: As for ``open(path:limits:)``.
  ///   - clocks: What is read instead.
  ///   - clockName: Names the boot clock among them; another name is another boot.
  /// - Returns: The store.
  /// - Throws: As ``open(path:limits:)``.
  package static func open(
    path: String,
    limits: JobLimits,
    clocks: SystemClocks,
    clockName: String
  ) async throws -> SQLiteJobStore {
    let settings = DatabaseSettings(
      path: path,
      limits: limits,
      clocks: clocks,
      clockName: clockName
    )
    let (mailbox, observers) = (try TaskMailbox<JobDatabase>(name: path), StoreObservers())
    try StoreThread.start {
      DatabaseLoop(mailbox) {
        try JobDatabase.open(settings)
      } watch: {
        try JobWatch($0, telling: observers)
      }.run()
    }
    do {
      let identity = try await StoreCall(.reading) { $0.identity }.value(from: mailbox)
      return SQLiteJobStore(
        identity: identity,
        settings: settings,
        observers: observers,
        mailbox: mailbox
      )
    } catch {
      mailbox.close()
      throw error
    }
  }
}
