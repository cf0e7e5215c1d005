import Glibc
import NetwatchTestSupport

/// The threads of this process that belong to stores.
enum StoreThreads {
  /// How often each has gone to sleep by itself, by its number.
  static func wakeUps() throws -> [String: String] {
    let ids = try ChildProcess.check(["ls", "/proc/\(getpid())/task"]).split(separator: "\n")
    var found: [String: String] = [:]
    for id in ids.map(String.init) {
      let status = try? ChildProcess.check(["cat", "/proc/\(getpid())/task/\(id)/status"])
      guard let status, status.contains("Name:\tnetwatch-store\n") else { continue }
      found[id] = status.split(separator: "\n").first { $0.hasPrefix("voluntary") }.map(String.init)
    }
    return found
  }
}
