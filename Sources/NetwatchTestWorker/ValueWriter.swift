import CLinux
import Glibc
import NetwatchCore
import NetwatchDataSources
import NetwatchSQLiteStores

/// Saves one value after the other under a key, and prints the number of each when it is safe.
enum ValueWriter {
  /// How often a value repeats its number: enough for several pages of the file.
  private static let repetitions = 4_000

  static func main(_ arguments: [String]) async {
    guard arguments.count == 4 else { return print("expected: values PATH KEY") }
    do {
      try await save(to: .open(path: arguments[2]), key: arguments[3])
    } catch {
      print("\(error)")
    }
  }

  private static func save(to store: SQLiteDataSourceStore, key: String) async throws {
    // The test that started it may be killed too: nobody would end it then.
    let parent = getppid()
    var number = 0
    while getppid() == parent {
      number += 1
      let bytes = Array(String(repeating: "\(number);", count: repetitions).utf8)
      let moment = WallTime(seconds: Int64(number), nanoseconds: 0)
      try await store.save(StoredDataSourceValue(bytes: bytes, fetchedAt: moment), for: key)
      let line = Array("\(number)\n".utf8)
      _ = write(STDOUT_FILENO, line, line.count)
    }
  }
}
