internal import CLinux
internal import Glibc

/// Signals as something to read.
struct SignalDescriptor: Sendable {
  /// Readable from the first of the signals on, as nobody takes it out; open until the process ends.
  let descriptor: Int32

  /// Blocks SIGINT and SIGTERM for this thread, and for all that it starts from now on, and makes them
  /// readable instead (signalfd(2)).
  static func open() throws(SignalError) -> SignalDescriptor {
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe sigaddset(&signals, SIGINT)
    unsafe sigaddset(&signals, SIGTERM)
    unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
    let descriptor = unsafe signalfd(-1, &signals, Int32(SFD_CLOEXEC | SFD_NONBLOCK))
    guard descriptor >= 0 else { throw SignalError(number: errno) }
    return SignalDescriptor(descriptor: descriptor)
  }
}

/// Why signals cannot be read.
struct SignalError: Error, CustomStringConvertible {
  /// The error number of signalfd(2).
  let number: Int32

  var description: String {
    "signals cannot be watched: \(unsafe String(cString: strerror(number)))"
  }
}
