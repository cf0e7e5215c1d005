import NetwatchJobs
import NetwatchSQLiteStores
import NetwatchTestSupport
import Testing

@Suite("Payloads in the file of an SQLite store")
struct PayloadTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// How many lines of the file, and of those beside it, hold a text.
  private func count(of text: String) throws -> Int {
    let command = ["sh", "-c", "cat \"$0\"* | grep -a -c -- \"$1\"", folder.database, text]
    let output = try ChildProcess.run(command).stdout
    return Int(output.trimmingPrefix(while: \.isWhitespace).prefix { $0.isNumber }) ?? -1
  }

  @Test("A query without payloads reads no page that holds nothing but a payload")
  func overflow() async throws {
    let filling = try await SQLiteJobStore.open(path: folder.database)
    let options = JobOptions(uniqueKey: "k", owner: "1000")
    let job = NewJob(kind: "mail", payload: Array(repeating: 7, count: 1 << 20), options: options)
    _ = try await filling.submit([job])
    await filling.close()
    // The row begins in one of the first pages; all behind them is its payload.
    try ChildProcess.check([
      "dd", "if=/dev/zero", "of=\(folder.database)", "bs=4096", "seek=60", "count=150",
      "conv=notrunc", "status=none",
    ])
    let store = try await SQLiteJobStore.open(path: folder.database)
    for query in [
      JobQuery(includesPayloads: false), JobQuery(owner: "1000", includesPayloads: false),
      JobQuery(uniqueKeys: ["k"], includesPayloads: false),
    ] {
      let found = try await store.jobs(matching: query)
      #expect(found.map(\.options) == [options])
      #expect(found.map(\.payload) == [[]])
    }
    let usage = StoreUsage(owner: "1000", destination: "default", jobs: 1, bytes: 1 << 20)
    #expect(try await store.usage() == [usage])
    #expect(await store.failure { try await $0.jobs(matching: JobQuery()) }?.code == .damaged)
    await store.close()
  }

  @Test("What was removed is nowhere in the file any more", arguments: [40, 3_000, 20_000])
  func removed(_ size: Int) async throws {
    let secret = Array("<secret of a job>".utf8)
    let payload = (0...size / secret.count).flatMap { _ in secret }
    let store = try await SQLiteJobStore.open(path: folder.database)
    let other = NewJob(kind: "mail", payload: Array(repeating: 7, count: size))
    let job = NewJob(
      kind: "mail",
      payload: payload,
      options: JobOptions(uniqueKey: "<secret of a job>", owner: "<secret of a job>")
    )
    _ = try await store.submit([other, job, other, other])
    let claimed = try await store.claim(9)
    let reports = claimed.map { JobReport(run: $0.run, outcome: .succeeded) }
    _ = try await store.turn(StoreTurn(worker: "test", lease: .zero, reports: reports))
    #expect(try count(of: "<secret of a job>") > 0)
    let none = JobRetention.Rule(age: .zero, count: 0)
    #expect(try await store.prune(JobRetention(succeeded: none)) == 4)
    // The last who closes the file writes what is in the log into it.
    await store.close()
    #expect(try count(of: "<secret of a job>") == 0)
  }
}
