internal import Glibc
internal import NetwatchCore
internal import NetwatchSystem
@_spi(ExperimentalCustomExecutors) @_spi(ExperimentalScheduling) internal import _Concurrency

/// The threads that all tasks of the service run on, in the place of libdispatch's.
///
/// libdispatch, once it has a thread, looks at its pool every second, and a service that has nothing
/// to do is to sleep. The runtime hands over what is to run at once and what is to run later by the
/// interface that Swift 6.3 has for executors of a program's own, which is not yet final: the reason
/// why nothing but this folder knows of it.
final class TaskPool: TaskExecutor, SchedulingExecutor {
  private let queue: TaskQueue
  private let alarm: TaskAlarm

  /// Starts the threads.
  ///
  /// - Parameter threads: How many; by default one less than there are processors, from 1 to 8: the
  ///   threads of the server and of the store are busy whenever these are.
  /// - Throws: ``TaskPoolError`` where the system has no thread or descriptor left.
  init(threads: Int = min(max(sysconf(Int32(_SC_NPROCESSORS_ONLN)) - 1, 1), 8))
    throws(TaskPoolError)
  {
    queue = try TaskQueue()
    alarm = try TaskAlarm(queue)
    for _ in 0..<threads {
      try Self.start("netwatch-tasks") { [self] in queue.serve(self) }
    }
    try Self.start("netwatch-alarm") { [alarm] in alarm.serve() }
  }

  private static func start(
    _ name: String,
    _ body: @escaping @Sendable () -> Void
  ) throws(TaskPoolError) {
    if let code = DetachedThread.start(named: name, body) { throw TaskPoolError(number: code) }
  }

  /// Makes this the executor of all tasks that choose none.
  ///
  /// Call it before the first task is made.
  static func install() throws(TaskPoolError) {
    let pool = try TaskPool()
    Factory.pool.withLock { $0 = pool }
    _createExecutors(factory: Factory.self)
  }

  func enqueue(_ job: consuming ExecutorJob) {
    queue.append(UnownedJob(job))
  }

  func enqueue<C: Clock>(
    _ job: consuming ExecutorJob,
    after delay: C.Duration,
    tolerance: C.Duration?,
    clock: C
  ) {
    guard let delay = delay as? Duration else {
      preconditionFailure("the runtime waits by its own clocks only, which count in Duration")
    }
    alarm.add(UnownedJob(job), at: SystemClocks.kernel.boot().advanced(by: max(delay, .zero)))
  }

  func enqueue<C: Clock>(
    _ job: consuming ExecutorJob,
    at instant: C.Instant,
    tolerance: C.Duration?,
    clock: C
  ) {
    enqueue(job, after: clock.now.duration(to: instant), tolerance: tolerance, clock: clock)
  }

  private enum Factory: ExecutorFactory {
    static let pool = Lock<TaskPool?>(nil)

    static var mainExecutor: any MainExecutor { PlatformExecutorFactory.mainExecutor }

    static var defaultExecutor: any TaskExecutor {
      pool.withLock { $0 } ?? PlatformExecutorFactory.defaultExecutor
    }
  }
}

/// Why there is no pool.
struct TaskPoolError: Error, CustomStringConvertible {
  /// The error number.
  let number: Int32

  var description: String {
    "no threads for the service: \(errorText(number))"
  }
}
