internal import CLinux
package import NetwatchCore
package import NetwatchSystem

/// One thread that waits for descriptors and for time, and is an executor besides: of the monitor, and
/// of the one task that prints its states, which so needs no hop between threads.
///
/// The thread starts and ends with the loop, and sleeps where there is nothing to do. Nothing that
/// blocks may run on it.
package final class EventLoop: SerialExecutor, TaskExecutor {
  private let core: LoopCore

  /// Creates a loop that sleeps.
  ///
  /// - Parameter clocks: The clocks that deadlines are read on.
  /// - Throws: `ConnectivityError` where the process gets no file descriptor or thread any more.
  package init(clocks: SystemClocks = .kernel) throws(ConnectivityError) {
    guard let wakeUp = FileDescriptor.event() else {
      throw ConnectivityError(.unavailable, "the process has no file descriptor left")
    }
    core = LoopCore(clocks: clocks, wakeUp: wakeUp)
    try LoopThread.start(core)
  }

  deinit {
    core.stop()
  }

  /// The clocks that deadlines are read on.
  package var clocks: SystemClocks { core.clocks }

  /// An executor of tasks that have to be quick, on the loop's thread.
  package var taskExecutor: any TaskExecutor { LoopTaskExecutor(self) }

  /// Runs a job on the loop's thread; jobs run in the order in which they come.
  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let serial = unsafe asUnownedSerialExecutor()
    let task = unsafe asUnownedTaskExecutor()
    perform { unsafe job.runSynchronously(isolatedTo: serial, taskExecutor: task) }
  }

  /// Runs a closure on the loop's thread, in order with its jobs.
  package func perform(_ work: @escaping @Sendable () -> Void) {
    core.perform(work)
  }

  /// Calls a handler on the loop's thread whenever a descriptor is readable, until it is removed.
  package func watch(_ descriptor: CInt, handler: @escaping @Sendable () -> Void) {
    core.watch(descriptor, handler: handler)
  }

  /// Stops watching a descriptor.
  ///
  /// From another thread than the loop's the handler may still run once.
  package func unwatch(_ descriptor: CInt) {
    core.unwatch(descriptor)
  }

  /// Calls a handler once, on the loop's thread, when a moment has come; replaces what was set before.
  ///
  /// - Parameters:
  ///   - deadline: When, or `nil` for never.
  ///   - tolerance: How much later is as good.
  ///   - handler: What to call.
  package func setTimer(
    _ deadline: BootInstant?,
    tolerance: Duration = .zero,
    handler: @escaping @Sendable () -> Void
  ) {
    core.setTimer(deadline.map { LoopTimer(deadline: $0, tolerance: tolerance, handler: handler) })
  }

  /// Calls a handler on the loop's thread whenever all work is done, before the loop waits again.
  package func prepare(_ handler: (@Sendable () -> Void)?) {
    core.prepare(handler)
  }

  package func checkIsolated() {
    precondition(core.isCurrentThread, "this has to run on the event loop's thread")
  }

  package func isIsolatingCurrentContext() -> Bool? { core.isCurrentThread }
}
