internal import CLinux
internal import Glibc
internal import NetwatchSystem

/// Signals as something to read.
package struct SignalDescriptor: Sendable {
  /// Readable while there is a signal that nobody has taken out; open until the process ends.
  package let descriptor: Int32

  /// What the thread blocked before.
  let formerMask: sigset_t

  /// Blocks signals for this thread, and for all that it starts from now on, and makes them readable
  /// instead (signalfd(2)).
  ///
  /// One that is ignored stays ignored, as shells have it for what they start in the background: a
  /// blocked signal is kept for the reader even then.
  ///
  /// - Parameter numbers: The signals; by default those that end a program on request.
  /// - Returns: What to read.
  /// - Throws: ``SignalError`` where the process may open no more files.
  package static func open(
    _ numbers: [Int32] = [SIGINT, SIGTERM]
  ) throws(SignalError) -> SignalDescriptor {
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    for number in numbers where !isIgnored(number) {
      unsafe sigaddset(&signals, number)
    }
    var formerMask = sigset_t()
    unsafe pthread_sigmask(SIG_BLOCK, &signals, &formerMask)
    let descriptor = unsafe signalfd(-1, &signals, Int32(SFD_CLOEXEC | SFD_NONBLOCK))
    guard descriptor >= 0 else { throw SignalError(number: errno) }
    return SignalDescriptor(descriptor: descriptor, formerMask: formerMask)
  }

  /// Takes out a signal, the lowest number first, or returns `nil` where there is none.
  package func next() -> ReceivedSignal? {
    var information = signalfd_siginfo()
    let size = MemoryLayout<signalfd_siginfo>.size
    guard unsafe read(descriptor, &information, size) == size else { return nil }
    return ReceivedSignal(
      number: Int32(bitPattern: information.ssi_signo),
      isFromKernel: information.ssi_code > 0
    )
  }

  /// Whether the process ignores a signal.
  static func isIgnored(_ signal: Int32) -> Bool {
    var action = sigaction()
    guard unsafe sigaction(signal, nil, &action) == 0 else { return false }
    // SIG_IGN is the number 1 in the place of a function's address, which Swift cannot compare.
    return unsafe unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
  }
}

/// A signal that was sent to the process.
package struct ReceivedSignal: Sendable {
  package let number: Int32

  /// Whether no process sent it: it then comes from the terminal, as for Ctrl-C, and went to the whole
  /// process group (sigaction(2), si_code).
  let isFromKernel: Bool
}

/// Why signals cannot be read.
package struct SignalError: Error, CustomStringConvertible {
  /// The error number of signalfd(2).
  let number: Int32

  package var description: String {
    "signals cannot be watched: \(errorText(number))"
  }
}
