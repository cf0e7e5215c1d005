internal import Glibc

/// A descriptor that is closed with its owner.
struct OwnedDescriptor: ~Copyable {
  let number: CInt

  deinit { _ = close(number) }

  /// Gives up ownership.
  consuming func release() -> CInt {
    let number = number
    discard self
    return number
  }
}
