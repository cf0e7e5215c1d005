import CLinux
import Glibc

/// What one thread can have to itself, where the tests run as root.
enum ThreadNamespace {
  static var isAvailable: Bool { geteuid() == 0 }

  /// Has the calling thread, and those it starts, see a file in place of another one.
  static func replace(_ file: String, with replacement: String) throws {
    try check("unshare", linux_unshare(linux_new_mounts))
    try check("mount /", mount(nil, "/", nil, UInt(MS_REC | MS_PRIVATE), nil))
    try check("mount \(file)", mount(replacement, file, nil, UInt(MS_BIND), nil))
  }
}
