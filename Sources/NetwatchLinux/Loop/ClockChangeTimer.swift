internal import CLinux

/// Becomes readable when somebody sets the wall clock, or when the machine comes back from suspend
/// (timerfd_create(2), TFD_TIMER_CANCEL_ON_SET).
struct ClockChangeTimer: ~Copyable {
  private let descriptor: FileDescriptor

  /// Makes the timer, or returns `nil` where the kernel refuses it.
  static func make() -> ClockChangeTimer? {
    let flags = CInt(TFD_CLOEXEC) | CInt(TFD_NONBLOCK)
    let descriptor = timerfd_create(CLOCK_REALTIME, flags)
    guard descriptor >= 0 else { return nil }
    let timer = ClockChangeTimer(descriptor: FileDescriptor(owning: descriptor))
    timer.arm()
    return timer
  }

  var rawValue: CInt { descriptor.rawValue }

  /// Takes the event and waits for the next one.
  func rearm() {
    descriptor.take()
    arm()
  }

  /// The moment lies so far ahead that only a change of the clock ends the wait.
  private func arm() {
    var value = itimerspec()
    value.it_value.tv_sec = .max
    let flags = CInt(TFD_TIMER_ABSTIME) | CInt(TFD_TIMER_CANCEL_ON_SET)
    unsafe _ = timerfd_settime(descriptor.rawValue, flags, &value, nil)
  }
}
