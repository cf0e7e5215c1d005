import CLinux
import Glibc

/// Changes what the calling thread sees, and those that it starts, for good.
package enum ThreadView {
  /// Enters a network namespace, by the name that `ip netns` knows it by.
  package static func enterNetwork(_ namespace: String) throws {
    let file = try Descriptor.open("/run/netns/\(namespace)", O_RDONLY)
    try check("setns \(namespace)", linux_enter_network_namespace(file.number))
  }

  /// Shows a file in the place of another one.
  package static func replace(_ file: String, with replacement: String) throws {
    try check("unshare", linux_unshare(linux_new_mounts))
    try check("mount /", mount(nil, "/", nil, UInt(MS_REC | MS_PRIVATE), nil))
    try check("mount \(file)", mount(replacement, file, nil, UInt(MS_BIND), nil))
  }
}
