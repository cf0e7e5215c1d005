import CLinux
import Glibc
import NetwatchJobs

/// A thread that belongs to nobody, and ends with what it runs.
enum StoreThread {
  private final class Body: Sendable {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) {
      self.run = run
    }
  }

  /// Runs a closure on a new thread.
  static func start(_ run: @escaping @Sendable () -> Void) throws(JobStoreError) {
    let context = unsafe Unmanaged.passRetained(Body(run)).toOpaque()
    var thread = pthread_t()
    let code = unsafe pthread_create(&thread, nil, { unsafe StoreThread.enter($0) }, context)
    guard code == 0 else {
      unsafe Unmanaged<Body>.fromOpaque(context).release()
      throw JobStoreError(.failed, "the system refuses a thread (error \(code))")
    }
    pthread_detach(thread)
  }

  private static func enter(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    prepare()
    guard let context = unsafe context else { return nil }
    unsafe Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
    return nil
  }

  /// Names the thread and blocks all signals, which are for the program's own threads.
  private static func prepare() {
    unsafe _ = linux_set_thread_name("netwatch-store")
    var all = sigset_t()
    unsafe sigfillset(&all)
    unsafe pthread_sigmask(SIG_SETMASK, &all, nil)
  }
}
