import CLinux
import Glibc

/// What this process may do.
package enum Privilege {
  /// Whether it is root outside any user namespace, and so may become any user.
  ///
  /// Where a user namespace maps root alone, user 1234 does not exist, and limits hold for root too.
  package static var isHostRoot: Bool {
    guard geteuid() == 0, let map = try? SmallFile.read("/proc/self/uid_map") else { return false }
    return map.split(whereSeparator: \.isWhitespace) == ["0", "0", "4294967295"]
  }
}
