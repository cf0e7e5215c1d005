internal import CLinux
internal import Glibc

/// Signals as something to read.
struct SignalDescriptor: Sendable {
  /// Readable from the first of the signals on, as nobody takes it out; open until the process ends.
  let descriptor: Int32

  /// Blocks SIGINT and SIGTERM for this thread, and for all that it starts from now on, and makes them
  /// readable instead (signalfd(2)).
  ///
  /// One that is ignored stays ignored, as shells have it for what they start in the background: a
  /// blocked signal is kept for the reader even then.
  static func open() throws(SignalError) -> SignalDescriptor {
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    for signal in [SIGINT, SIGTERM] where !isIgnored(signal) {
      unsafe sigaddset(&signals, signal)
    }
    unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
    let descriptor = unsafe signalfd(-1, &signals, Int32(SFD_CLOEXEC | SFD_NONBLOCK))
    guard descriptor >= 0 else { throw SignalError(number: errno) }
    return SignalDescriptor(descriptor: descriptor)
  }

  private static func isIgnored(_ signal: Int32) -> Bool {
    var action = sigaction()
    guard unsafe sigaction(signal, nil, &action) == 0 else { return false }
    // SIG_IGN is the number 1 in the place of a function's address, which Swift cannot compare.
    return unsafe unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
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
