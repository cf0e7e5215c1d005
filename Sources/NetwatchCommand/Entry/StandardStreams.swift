internal import CLinux
internal import Glibc

/// The state of the process's three standard descriptors.
package enum StandardStreams {
  /// Whether the process was started with SIGPIPE ignored, as what it starts then has to be.
  static let isClosedPipeIgnored = SignalDescriptor.isIgnored(SIGPIPE)

  /// Makes them safe to use.
  ///
  /// Whoever reads the output may go away: that is an error of write(2), not a signal. And a
  /// descriptor that the caller closed must not be given to a socket, which would then receive the
  /// output: /dev/null takes its place, opened so that using it is an error, as before.
  package static func prepare() {
    // Asked before it is changed.
    _ = isClosedPipeIgnored
    signal(SIGPIPE, SIG_IGN)
    reserve(STDIN_FILENO, O_WRONLY)
    reserve(STDOUT_FILENO, O_RDONLY)
    reserve(STDERR_FILENO, O_RDONLY)
  }

  // open(2) returns the lowest free number, and those below are taken.
  private static func reserve(_ descriptor: Int32, _ mode: Int32) {
    guard fcntl(descriptor, F_GETFD) == -1 else { return }
    _ = unsafe open("/dev/null", mode)
  }
}
