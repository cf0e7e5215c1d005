import CLinux
import Glibc
import NetwatchCore

/// A value that one thread makes while another one waits for it.
final class Handover<Value: Sendable>: Sendable {
  private let value = Lock<Value?>(nil)
  private let event: CInt

  init() throws(CurlError) {
    event = eventfd(0, CInt(EFD_CLOEXEC))
    guard event >= 0 else {
      throw CurlError(.other, osError: errno, "The kernel gives no descriptor to wait with.")
    }
  }

  deinit {
    if event >= 0 { close(event) }
  }

  /// Hands the value over; once only.
  func fulfil(_ value: Value) {
    self.value.withLock { $0 = value }
    // Adding one to a counter at zero cannot fail.
    eventfd_write(event, 1)
  }

  /// Blocks until the value is there.
  func wait() -> Value {
    var count: eventfd_t = 0
    while true {
      unsafe eventfd_read(event, &count)
      if let value = value.withLock({ $0 }) { return value }
    }
  }
}
