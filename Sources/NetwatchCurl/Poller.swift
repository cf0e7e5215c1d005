import CLinux
import Glibc
import NetwatchCore
import NetwatchSystem

/// What an engine's thread waits for while it has nothing to do (epoll(7)): to be woken, and the sockets
/// of a request that somebody else begins meanwhile.
final class Poller: Sendable {
  /// What ends the wait from another thread.
  let signal: EventSignal

  private let descriptor: CInt

  init() throws(CurlError) {
    guard let signal = EventSignal() else { throw Self.shortage }
    self.signal = signal
    descriptor = epoll_create1(CInt(EPOLL_CLOEXEC))
    guard descriptor >= 0, set(signal.descriptor, EPOLLIN.rawValue, EPOLL_CTL_ADD) else {
      throw Self.shortage
    }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// Waits for that at a socket from now on, and for nothing else; a wait that is under way does too.
  ///
  /// Where too many are watched already (epoll(7), max_user_watches) nothing happens, and the transfer
  /// ends by its limits of time.
  func watch(_ socket: CInt, for kinds: UInt32) {
    if !set(socket, kinds, EPOLL_CTL_ADD) { _ = set(socket, kinds, EPOLL_CTL_MOD) }
  }

  /// Waits for nothing at a socket any more; one that was closed is forgotten already.
  func forget(_ socket: CInt) {
    _ = set(socket, 0, EPOLL_CTL_DEL)
  }

  /// Ends the wait that is under way, or else the next one.
  func wake() {
    signal.send()
  }

  /// Waits for the sockets, to be woken, or until then; without an end for the first two.
  func wait(until end: ContinuousClock.Instant?) {
    let limit = end.map(Self.milliseconds(until:)) ?? -1
    var event = unsafe epoll_event()
    guard unsafe epoll_wait(descriptor, &event, 1, limit) > 0 else { return }
    if unsafe event.data.fd == signal.descriptor { signal.clear() }
  }

  /// Waits to be woken, whatever happens at the sockets.
  func waitForWaking() {
    var polled = pollfd(fd: signal.descriptor, events: Int16(POLLIN), revents: 0)
    _ = unsafe poll(&polled, 1, -1)
    signal.clear()
  }

  private func set(_ socket: CInt, _ kinds: UInt32, _ operation: CInt) -> Bool {
    var event = unsafe epoll_event()
    unsafe event.events = kinds
    unsafe event.data.fd = socket
    return unsafe epoll_ctl(descriptor, operation, socket, &event) == 0
  }

  /// How long it is until then, rounded up, so that it is not too early.
  static func milliseconds(until end: ContinuousClock.Instant) -> CInt {
    let nanoseconds = max((end - .now).clampedNanoseconds, 0)
    return CInt(clamping: nanoseconds / 1_000_000 + (nanoseconds % 1_000_000 > 0 ? 1 : 0))
  }

  private static var shortage: CurlError {
    CurlError(.outOfResources, osError: errno, "The engine has no descriptors to wait with.")
  }
}
