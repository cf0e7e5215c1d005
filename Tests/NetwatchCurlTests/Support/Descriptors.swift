import CLinux
import Glibc

/// The open descriptors of this process.
enum Descriptors {
  static func count() throws -> Int {
    guard let directory = opendir("/proc/self/fd") else { throw SystemError(operation: "opendir") }
    defer { closedir(directory) }
    var count = 0
    while readdir(directory) != nil { count += 1 }
    return count
  }

  /// The count once it has come down to what is expected, or after two seconds.
  static func count(settlingTo expected: Int) async throws -> Int {
    for _ in 0..<100 where try count() > expected {
      try await Task.sleep(for: .milliseconds(20))
    }
    return try count()
  }
}
