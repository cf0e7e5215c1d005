import CCurl

/// Ends the wait of the engine's thread from any other one (curl_multi_wakeup(3)).
///
/// It does not own the handle. The mailbox guards it: it wakes under its lock, and forgets the waker
/// under its lock before the handle is freed.
struct CurlWaker: Sendable {
  /// A number, because a pointer is not Sendable.
  private let address: UInt

  init(_ multi: UnsafeMutableRawPointer) {
    address = UInt(bitPattern: multi)
  }

  func wake() {
    _ = unsafe curl_multi_wakeup(UnsafeMutableRawPointer(bitPattern: address))
  }
}
