internal import CLinux
internal import Glibc

/// Threads that belong to nobody, and end with what they run (pthread_create(3)).
package enum DetachedThread {
  private final class Body: Sendable {
    let name: String
    let run: @Sendable () -> Void

    init(name: String, run: @escaping @Sendable () -> Void) {
      self.name = name
      self.run = run
    }
  }

  /// Runs a closure on a new thread, with all signals blocked: they are for the program's own threads.
  ///
  /// - Parameters:
  ///   - name: What `ps -T` and /proc show, up to 15 bytes of it; the threads that it starts inherit it.
  ///   - body: What it runs.
  /// - Returns: The error number where the system refuses a thread; nil where it runs.
  package static func start(named name: String, _ body: @escaping @Sendable () -> Void) -> CInt? {
    let context = unsafe Unmanaged.passRetained(Body(name: name, run: body)).toOpaque()
    var thread = pthread_t()
    let code = unsafe pthread_create(&thread, nil, { unsafe DetachedThread.enter($0) }, context)
    guard code == 0 else {
      unsafe Unmanaged<Body>.fromOpaque(context).release()
      return code
    }
    pthread_detach(thread)
    return nil
  }

  private static func enter(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let context = unsafe context else { return nil }
    let body = unsafe Unmanaged<Body>.fromOpaque(context).takeRetainedValue()
    unsafe _ = linux_set_thread_name(body.name)
    var all = sigset_t()
    unsafe sigfillset(&all)
    unsafe pthread_sigmask(SIG_SETMASK, &all, nil)
    body.run()
    return nil
  }
}
