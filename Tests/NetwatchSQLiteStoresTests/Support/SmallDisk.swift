import NetwatchTestSupport

/// A file system of a few pages, in a folder of its own.
final class SmallDisk: Sendable {
  /// Whether this process may mount one.
  static let isAvailable = (try? SmallDisk()) != nil

  private let folder: TemporaryFolder

  /// Where it is mounted.
  var path: String { folder.path }

  init(size: String = "4m") throws {
    folder = try TemporaryFolder()
    try ChildProcess.check(["mount", "-t", "tmpfs", "-o", "size=\(size)", "tmpfs", folder.path])
  }

  deinit { _ = try? ChildProcess.run(["umount", "--lazy", folder.path]) }

  /// Writes a file until there is no space left.
  func fill() throws {
    try ChildProcess.run(["dd", "if=/dev/zero", "of=\(path)/ballast", "bs=4096", "status=none"])
  }

  /// Makes room.
  func clear() throws { try ChildProcess.check(["rm", "\(path)/ballast"]) }

  /// Refuses all writing from now on.
  func makeReadOnly() throws {
    try ChildProcess.check(["mount", "-o", "remount,ro", path])
  }
}
