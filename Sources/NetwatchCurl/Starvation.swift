import CLinux
import Glibc

/// Tells whether this process lacks what a transfer needs, where libcurl blames somebody else.
enum Starvation {
  /// Whether no more files can be opened at the moment.
  static var lacksDescriptors: Bool {
    let descriptor = unsafe open("/dev/null", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return true }
    close(descriptor)
    return false
  }

  /// Whether libcurl's text says that it could not start the thread for a lookup.
  static func lacksThread(_ text: String) -> Bool {
    text.hasPrefix("getaddrinfo() thread failed to start")
  }

  /// Whether a call failed because something ran out here.
  static func isCause(of code: Int32) -> Bool {
    [EMFILE, ENFILE, ENOMEM, ENOBUFS].contains(code)
  }
}
