import CLinux
import Glibc
import NetwatchCore
import NetwatchJobs
import NetwatchSQLiteStores

/// Writes one event after the other to a history, and prints the number of each once it stands there.
enum HistoryWriter {
  static func main(_ arguments: [String]) async {
    guard arguments.count == 3 else { return print("expected: history PATH") }
    do {
      let source = CountingSource()
      let store = try await HistoryStore.open(
        path: arguments[2],
        retention: HistoryRetention(age: .seconds(86_400), count: 100_000),
        source: source
      )
      // The test that started it may be killed too: nobody would end it then.
      let parent = getppid()
      while getppid() == parent {
        store.wake()
        try await Task.sleep(for: .microseconds(200))
      }
    } catch {
      print("\(error)")
    }
  }
}

/// Has a few events whenever it is asked.
private final class CountingSource: HistorySource {
  private let count = Lock(Int64(0))

  func take() -> [HistoryInput] {
    (0..<3).map { _ in
      let number = count.withLock { count in
        count += 1
        return count
      }
      let job = JobTransition(id: JobID(rawValue: number), kind: "work", from: nil, to: .ready)
      return .event(.job(job), at: WallTime(seconds: 1_800_000_000 + number, nanoseconds: 0))
    }
  }

  func stored(_ records: [HistoryRecord], of inputs: [HistoryInput]) {
    for record in records {
      guard case .job(let job) = record.event else { continue }
      let line = Array("\(record.id) \(job.id)\n".utf8)
      _ = write(STDOUT_FILENO, line, line.count)
    }
  }

  func lost(_ inputs: [HistoryInput], _ error: any Error) { print("\(error)") }
  var patience: Int32 { -1 }
  func tick() {}
}
