internal import CLinux
internal import NetwatchCore

extension LoopThread {
  private final class Body: Sendable {
    let core: LoopCore

    init(core: LoopCore) {
      self.core = core
    }
  }

  /// Starts the thread, which belongs to nobody and ends when the core is stopped.
  static func start(_ core: LoopCore) throws(ConnectivityError) {
    let context = unsafe Unmanaged.passRetained(Body(core: core)).toOpaque()
    var thread = pthread_t()
    let status = unsafe pthread_create(&thread, nil, { unsafe LoopThread.enter($0) }, context)
    guard status == 0 else {
      unsafe Unmanaged<Body>.fromOpaque(context).release()
      throw ConnectivityError(.unavailable, "the system refuses a thread (error \(status))")
    }
    pthread_detach(thread)
  }

  private static func enter(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    prepare()
    guard let context = unsafe context else { return nil }
    var thread = LoopThread(
      core: unsafe Unmanaged<Body>.fromOpaque(context).takeRetainedValue().core
    )
    thread.run()
    return nil
  }

  /// Names the thread and blocks all signals, which are for the program's own threads.
  private static func prepare() {
    unsafe _ = linux_set_thread_name("netwatch-loop")
    var all = sigset_t()
    unsafe sigfillset(&all)
    unsafe pthread_sigmask(SIG_SETMASK, &all, nil)
  }
}
