import CLinux
import Glibc
import NetwatchCore
import NetwatchJobs
import NetwatchSQLite
import NetwatchSystem

/// Does the tasks of a mailbox with a database of its own, in batches; made and run on one thread.
///
/// What has come while a batch was under way becomes the next one, and a batch is one transaction: so
/// the more callers there are, the less each pays for the disk.
final class DatabaseLoop<Database: StoreDatabase> {
  private let mailbox: TaskMailbox<Database>
  private let batchSize: Int
  private let open: () throws -> Database
  private let watch: ((Database) throws -> any DatabaseWatch)?
  private var session: Session?

  /// The database while it is open, and who watches it, if anybody does.
  private struct Session {
    let database: Database
    let watch: (any DatabaseWatch)?
  }

  /// - Parameters:
  ///   - mailbox: Where tasks come from.
  ///   - batchSize: The most tasks in one transaction, so that no caller waits long for all the others.
  ///   - open: Opens the database, when the first task comes, and again where it failed.
  ///   - watch: Makes who follows what becomes of it; nil where nobody does.
  init(
    _ mailbox: TaskMailbox<Database>,
    batchSize: Int = 256,
    open: @escaping () throws -> Database,
    watch: ((Database) throws -> any DatabaseWatch)? = nil
  ) {
    self.mailbox = mailbox
    self.batchSize = batchSize
    self.open = open
    self.watch = watch
  }

  /// Works until the mailbox is closed and empty.
  func run() {
    while let tasks = mailbox.take(atMost: batchSize) {
      serve(tasks.filter { !$0.isAbandoned })
      session?.watch?.look()
      if mailbox.willWait() { wait() }
    }
    session = nil
    mailbox.end()
  }

  private func wait() {
    let watch = session?.watch
    var descriptors = [mailbox.signal.descriptor, watch?.descriptor ?? -1].map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    _ = unsafe poll(&descriptors, nfds_t(descriptors.count), watch?.patience ?? -1)
    mailbox.signal.clear()
  }
}

extension DatabaseLoop {
  private func serve(_ tasks: [any StoreTask<Database>]) {
    guard !tasks.isEmpty else { return }
    do {
      try perform(tasks, try database())
    } catch {
      let error = (error as? SQLiteError).map { JobStoreError($0, of: mailbox.name) } ?? error
      for task in tasks { task.fail(error) }
    }
  }

  private func database() throws -> Database {
    if let session { return session.database }
    let database = try open()
    session = Session(database: database, watch: try watch?(database))
    return database
  }

  /// Does tasks in one transaction; where one of them fails in a way that ends it, each in its own, so
  /// that only that one's caller is told.
  private func perform(_ tasks: [any StoreTask<Database>], _ database: Database) throws {
    guard try begins(tasks, database) else { return performSingly(tasks) }
    var conclusions: [() -> Void] = []
    for task in tasks {
      do {
        let conclude = try task.run(database)
        // What was only read stands already, and is not held for what the others read.
        if database.isWriting { conclusions.append(conclude) } else { conclude() }
      } catch let error as JobStoreError {
        // It has changed nothing.
        conclusions.append { task.fail(error) }
      } catch {
        database.rollback()
        guard tasks.count > 1 else { throw error }
        return performSingly(tasks)
      }
    }
    try commit(database)
    for conclude in conclusions { conclude() }
  }

  private func performSingly(_ tasks: [any StoreTask<Database>]) {
    for task in tasks where !task.isAbandoned { serve([task]) }
  }

  /// Begins the transaction of some tasks.
  ///
  /// - Returns: Whether that is possible; false where one of them may be to blame that it is not.
  private func begins(_ tasks: [any StoreTask<Database>], _ database: Database) throws -> Bool {
    do {
      try database.begin(writing: try tasks.contains { try $0.needsWriting(database) })
    } catch {
      database.rollback()
      // Nobody's fault, and to wait for it once is enough.
      let isBusy = (error as? SQLiteError)?.kind == .busy
      guard tasks.count > 1, !isBusy else { throw error }
      return false
    }
    if database.isWriting { session?.watch?.writingBegan() }
    return true
  }

  private func commit(_ database: Database) throws {
    do {
      try database.commit()
    } catch {
      database.rollback()
      throw error
    }
    session?.watch?.committed()
  }
}
