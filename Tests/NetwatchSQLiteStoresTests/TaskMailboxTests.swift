import NetwatchTestSupport
import Testing

@testable import NetwatchSQLiteStores

@Suite("Tasks for a thread of an SQLite store")
struct TaskMailboxTests {
  private func task(isShort: Bool) -> StoreCall<JobDatabase, Void> {
    StoreCall(.reading, isShort: isShort) { _ in }
  }

  @Test("Short tasks are taken before those that may take long, each kind in its order")
  func order() throws {
    let mailbox = try TaskMailbox<JobDatabase>(name: "test")
    let tasks = [false, true, false, true].map { task(isShort: $0) }
    for task in tasks { #expect(mailbox.put(task) == nil) }
    #expect(!mailbox.willWait())
    let late = task(isShort: true)
    var taken: [any StoreTask<JobDatabase>] = []
    while let task = mailbox.take(atMost: 1)?.first {
      taken.append(task)
      if taken.count == 3 { #expect(mailbox.put(late) == nil) }
    }
    let expected = [tasks[1], tasks[3], tasks[0], late, tasks[2]]
    #expect(
      taken.map { ObjectIdentifier($0 as AnyObject) } == expected.map { ObjectIdentifier($0) }
    )
    #expect(mailbox.willWait())
    #expect(mailbox.put(tasks[1]) == nil)
    mailbox.close()
    #expect(mailbox.take(atMost: 9)?.count == 1)
    #expect(mailbox.take(atMost: 9) == nil)
  }
}
