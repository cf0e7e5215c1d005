import Glibc
import NetwatchTestSupport

/// How often the threads of this process have gone to sleep by themselves.
enum ThreadWakeUps {
  /// That of the threads of a name, by their numbers.
  static func named(_ name: String) throws -> [String: String] {
    var found: [String: String] = [:]
    let ids = try ChildProcess.check(["ls", "/proc/\(getpid())/task"]).split(separator: "\n")
    for id in ids.map(String.init) {
      let status = try? ChildProcess.check(["cat", "/proc/\(getpid())/task/\(id)/status"])
      guard let status, status.contains("Name:\t\(name)\n") else { continue }
      found[id] = status.split(separator: "\n").first { $0.hasPrefix("voluntary") }.map(String.init)
    }
    return found
  }
}
