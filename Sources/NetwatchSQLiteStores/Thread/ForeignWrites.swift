import NetwatchJobs

/// Finds out when another connection has changed the database, without looking while nobody writes.
///
/// The kernel tells of each write to the log, but before the transaction stands: the log is flushed,
/// and only then is the change to be seen. So what was told is looked into until no transaction that
/// writes is under way any more.
final class ForeignWrites {
  private static let longestPatience: CInt = 128

  private let watch: LogWatch
  private var version: Int64

  /// How long to wait before the next look, in milliseconds; nil while there is nothing to look into.
  private var delay: CInt?

  /// Watches the log of a database.
  init(_ database: JobDatabase) throws {
    version = try database.foreignVersion()
    watch = try LogWatch(database.file + "-wal")
  }

  var descriptor: CInt { watch.descriptor }

  /// How long to wait for something to happen, in milliseconds; -1 for ever.
  var patience: CInt { delay ?? -1 }

  /// This connection writes: so whatever others wrote before is to be seen now.
  func haveEnded() { delay = nil }

  /// Looks whether anything has changed since the last time.
  func haveChangedAnything(_ database: JobDatabase) -> Bool {
    if watch.drain() {
      delay = 1
    } else if let delay {
      let hasEnded = database.isNobodyWriting()
      self.delay = hasEnded ? nil : min(delay * 2, Self.longestPatience)
    } else {
      return false
    }
    // Where it can't be told, a look too many does no harm.
    let present = (try? database.foreignVersion()) ?? version &+ 1
    defer { version = present }
    return present != version
  }
}
