import CLinux
import Glibc

/// A thread of its own for what blocks: the cooperative pool must not.
struct JoinableThread: Sendable {
  private let handle: pthread_t

  /// What the thread runs, in the form that passes through a C pointer.
  private final class Body: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Starts a thread; whoever starts it has to call ``join()`` or ``detach()`` once.
  static func start(_ run: @escaping @Sendable () -> Void) throws -> JoinableThread {
    var handle = pthread_t()
    let body = Unmanaged.passRetained(Body(run))
    let code = pthread_create(
      &handle,
      nil,
      { argument in
        guard let argument else { return nil }
        Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run()
        return nil
      },
      body.toOpaque()
    )
    if code != 0 { body.release() }
    try checkCode("pthread_create", code)
    return JoinableThread(handle: handle)
  }

  /// Waits for the end of the thread, and frees it.
  func join() {
    pthread_join(handle, nil)
  }

  /// Lets the thread free itself at its end.
  func detach() {
    pthread_detach(handle)
  }
}
