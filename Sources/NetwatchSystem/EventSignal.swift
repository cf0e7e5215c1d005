internal import CLinux
internal import Glibc

/// Ends the wait of a thread that polls (eventfd(2)).
package final class EventSignal: Sendable {
  /// What is polled: readable from a signal until it is cleared.
  package let descriptor: CInt

  /// Creates a signal; nil where the system has no descriptor left, and errno says why.
  package init?() {
    descriptor = eventfd(0, CInt(EFD_CLOEXEC | EFD_NONBLOCK))
    if descriptor < 0 { return nil }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// Makes the descriptor readable.
  package func send() {
    // It fails only where the descriptor is readable already.
    _ = eventfd_write(descriptor, 1)
  }

  /// Waits for a signal, and clears it.
  ///
  /// - Parameter milliseconds: How long at most.
  package func wait(atMost milliseconds: CInt) {
    var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    _ = unsafe poll(&watched, 1, milliseconds)
    clear()
  }

  /// Makes the descriptor unreadable until the next signal.
  package func clear() {
    var count: eventfd_t = 0
    _ = unsafe eventfd_read(descriptor, &count)
  }
}
