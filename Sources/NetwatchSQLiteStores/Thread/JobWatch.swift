import NetwatchJobs

/// Tells observers of a store of jobs what becomes of its file.
final class JobWatch: DatabaseWatch {
  private let database: JobDatabase
  private let foreign: ForeignWrites
  private let observers: StoreObservers

  init(_ database: JobDatabase, telling observers: StoreObservers) throws {
    self.database = database
    self.observers = observers
    foreign = try ForeignWrites(database)
  }

  var descriptor: CInt { foreign.descriptor }
  var patience: CInt { foreign.patience }

  func writingBegan() { foreign.haveEnded() }
  func committed() { observers.tell(database.takeChanges()) }

  func look() {
    if foreign.haveChangedAnything(database) { observers.tell([.elsewhere]) }
  }
}
