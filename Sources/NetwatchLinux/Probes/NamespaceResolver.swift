internal import CLinux
internal import Glibc
internal import NetwatchCore
internal import NetwatchSystem

/// Has a thread look names up as `ip netns exec` does in a namespace with a name: with the resolv.conf
/// of /etc/netns/NAME, where there is one (ip-netns(8)).
enum NamespaceResolver {
  /// A step that the kernel refused.
  struct Failure: Error, CustomStringConvertible {
    let operation: String
    let code: CInt

    var description: String { "\(operation): \(errorText(code))" }
  }

  private static let file = "/etc/resolv.conf"

  /// Puts the namespace's file in the place of the host's, for the calling thread and those that it
  /// starts; no other thread of the process sees it.
  ///
  /// - Parameter namespace: One that the thread has entered, so that its name is well-formed.
  /// - Throws: ``Failure``; then names are looked up with what the host has.
  static func adopt(_ namespace: NetworkNamespace) throws(Failure) {
    guard case .named(let name) = namespace else { return }
    let replacement = "/etc/netns/\(name)/resolv.conf"
    guard unsafe access(replacement, F_OK) == 0 else { return }
    try check("unshare", linux_unshare(linux_new_mounts))
    // Otherwise the host would see the mount too.
    try check("mount /", unsafe mount(nil, "/", nil, UInt(MS_REC | MS_SLAVE), nil))
    try check("mount \(file)", unsafe mount(replacement, file, nil, UInt(MS_BIND), nil))
  }

  private static func check(_ operation: String, _ result: CInt) throws(Failure) {
    guard result == 0 else { throw Failure(operation: operation, code: errno) }
  }
}
