import CLinux
import Glibc
import NetwatchJobs

/// The thread that a store's connections are driven on.
enum StoreThread {
  /// What `ps -T` shows.
  static let name = "netwatch-pg"

  /// Runs a closure on a new thread, which belongs to nobody and ends with the closure.
  static func start(_ body: @escaping @Sendable () -> Void) throws(JobStoreError) {
    let context = unsafe Unmanaged.passRetained(Body(run: body)).toOpaque()
    var thread = pthread_t()
    let code = unsafe pthread_create(&thread, nil, { unsafe StoreThread.enter($0) }, context)
    guard code == 0 else {
      unsafe Unmanaged<Body>.fromOpaque(context).release()
      throw JobStoreError(.failed, "the store's thread could not be started (error \(code))")
    }
    pthread_detach(thread)
  }

  private final class Body: Sendable {
    let run: @Sendable () -> Void

    init(run: @escaping @Sendable () -> Void) {
      self.run = run
    }
  }

  /// All signals are blocked: they are for the program's own threads.
  private static func enter(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    unsafe linux_set_thread_name(name)
    var all = sigset_t()
    unsafe sigfillset(&all)
    unsafe pthread_sigmask(SIG_SETMASK, &all, nil)
    guard let context = unsafe context else { return nil }
    unsafe Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
    return nil
  }
}
