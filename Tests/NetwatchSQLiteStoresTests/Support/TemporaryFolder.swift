import Glibc
import NetwatchTestSupport

/// A folder of a test's own, removed with everything in it when the object goes.
final class TemporaryFolder: Sendable {
  let path: String

  init() throws {
    var template = Array("/tmp/netwatch-sqlite.XXXXXX".utf8CString)
    guard let path = mkdtemp(&template) else { throw FolderFailure(code: errno) }
    self.path = String(cString: path)
  }

  deinit { _ = try? ChildProcess.run(["rm", "-rf", path]) }

  /// The path of a file in the folder.
  func file(_ name: String = "jobs.db") -> String { "\(path)/\(name)" }
}

/// Says that there is no folder to be had.
struct FolderFailure: Error {
  let code: CInt
}
