public import Synchronization

#if NETWATCH_SANITIZE_THREAD
  public import CThreadSanitizer
#endif

/// A mutual-exclusion lock that owns the value it protects.
///
/// It is `Synchronization.Mutex`, and besides it tells ThreadSanitizer what it does: the futex code
/// of Mutex is not instrumented, so the sanitizer calls contended, correct locking a race. The calls
/// exist only where the package is built with `NETWATCH_SANITIZE=thread`, as `Scripts/test` does.
///
/// The closure runs while the lock is held: it must not block, suspend, or call out to code that
/// could take the same lock. It is inlined into other modules, because every message of the kernel's
/// passes several locks, and an unspecialised closure costs more than the lock.
@frozen @usableFromInline package struct Lock<Value: ~Copyable>: ~Copyable, Sendable {
  @usableFromInline let mutex: Mutex<Value>

  #if NETWATCH_SANITIZE_THREAD
    /// One byte that stands for the lock; a number, because it is only ever named, never accessed.
    @usableFromInline let address = UInt(
      bitPattern: UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1)
    )

    @inlinable deinit { UnsafeMutableRawPointer(bitPattern: address)?.deallocate() }
  #endif

  /// Creates a lock around a value.
  @inlinable package init(_ value: consuming sending Value) {
    mutex = Mutex(value)
  }

  /// Runs a closure with exclusive access to the protected value.
  ///
  /// - Parameter body: What to do with the value.
  /// - Returns: What the closure returns.
  /// - Throws: What the closure throws.
  @inlinable package borrowing func withLock<Result: ~Copyable, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    #if NETWATCH_SANITIZE_THREAD
      return try mutex.withLock { (value: inout sending Value) throws(Failure) -> sending Result in
        netwatch_tsan_acquire(address)
        defer { netwatch_tsan_release(address) }
        return try body(&value)
      }
    #else
      return try mutex.withLock(body)
    #endif
  }
}
