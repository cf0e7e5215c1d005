import CLinux
import Glibc

/// Runs a closure that may block on a thread of its own, which ends with it.
func onNewThread(_ body: @escaping @Sendable () -> Void) throws {
  let context = Unmanaged.passRetained(Box(body: body)).toOpaque()
  var thread = pthread_t()
  let code = pthread_create(
    &thread,
    nil,
    { context in
      guard let context else { return nil }
      Unmanaged<Box>.fromOpaque(context).takeRetainedValue().body()
      return nil
    },
    context
  )
  guard code == 0 else { throw SystemError(operation: "pthread_create") }
  pthread_detach(thread)
}

private final class Box: Sendable {
  let body: @Sendable () -> Void

  init(body: @escaping @Sendable () -> Void) {
    self.body = body
  }
}
