/// Whether somebody further out decides about retries.
///
/// Nested layers of retries multiply. Within a scheduler's job its chain decides, and NetworkClient
/// asks no interceptor of its own.
package enum OuterChain {
  /// True for tasks that run a job.
  @TaskLocal package static var decides = false
}
