internal import CLinux
internal import Glibc
internal import NetwatchCore
internal import NetwatchLinux
internal import NetwatchSystem

/// The clock that runs through suspend, for tasks on an event loop.
///
/// A sleep is a timer of the kernel's that the loop waits for (timerfd_create(2)): that of the standard
/// library's clocks would need libdispatch, which wakes up every second, and would sleep longer by the
/// time that the machine is suspended.
struct BootClock: Clock {
  let loop: EventLoop

  var now: BootInstant { loop.clocks.boot() }

  var minimumResolution: Duration { .nanoseconds(1) }

  /// Returns when a moment has come.
  ///
  /// - Throws: `CancellationError` when the task is cancelled; ``TimerError`` where the process may
  ///   open no more files.
  func sleep(until deadline: BootInstant, tolerance: Duration? = nil) async throws {
    try Task.checkCancellation()
    let descriptor = try Self.timer(deadline)
    let ring = StopSign()
    loop.watch(descriptor) { ring.raise() }
    defer {
      loop.unwatch(descriptor)
      close(descriptor)
    }
    _ = try await ring.wait()
    try Task.checkCancellation()
  }

  private static func timer(_ deadline: BootInstant) throws(TimerError) -> Int32 {
    let descriptor = timerfd_create(CLOCK_BOOTTIME, Int32(TFD_CLOEXEC | TFD_NONBLOCK))
    guard descriptor >= 0 else { throw TimerError(number: errno) }
    // Zero would turn it off.
    let nanoseconds = max(deadline.nanoseconds, 1)
    var value = itimerspec()
    value.it_value.tv_sec = Int(nanoseconds / 1_000_000_000)
    value.it_value.tv_nsec = Int(nanoseconds % 1_000_000_000)
    unsafe _ = timerfd_settime(descriptor, Int32(TFD_TIMER_ABSTIME), &value, nil)
    return descriptor
  }
}

/// Why time cannot be waited for.
struct TimerError: Error, CustomStringConvertible {
  /// The error number of timerfd_create(2).
  let number: Int32

  var description: String { "no timer: \(errorText(number))" }
}
