internal import CLinux
internal import Glibc

/// Whether the process may open the files that its work needs.
///
/// Where it may not, neither the runtime nor the libraries give up in an orderly way: they trap, or
/// wait for ever. So that is found out first, and said.
enum DescriptorSupply {
  /// More than any command needs at once, apart from its probes' connections.
  private static let need = 16

  /// Opens as many descriptors as may be needed, and closes them again.
  static func check() throws(DescriptorShortage) {
    var opened: [Int32] = []
    defer { for descriptor in opened { close(descriptor) } }
    while opened.count < need {
      let descriptor = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 0)
      guard descriptor >= 0 else { throw DescriptorShortage(need: need) }
      opened.append(descriptor)
    }
  }
}

/// Says that the process may open too few files.
struct DescriptorShortage: Error, CustomStringConvertible {
  /// How many it needs beyond those that are open.
  let need: Int

  var description: String {
    "the process has to be able to open \(need) more files; raise its limit, as with 'ulimit -n 64'"
  }
}
