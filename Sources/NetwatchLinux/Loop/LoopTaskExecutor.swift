/// The thread of an ``EventLoop`` as an executor of tasks and of nothing else.
///
/// A task that an actor's executor runs leaves it at each step for the executor that it prefers, even
/// where both are one, and so goes through the loop's queue again and again; here it goes on at once.
final class LoopTaskExecutor: TaskExecutor {
  private let loop: EventLoop

  init(_ loop: EventLoop) {
    self.loop = loop
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let executor = unsafe asUnownedTaskExecutor()
    loop.perform { unsafe job.runSynchronously(on: executor) }
  }
}
