import NetwatchJobs
import NetwatchSystem

/// The threads of a store.
enum StoreThread {
  /// Runs a closure on a new thread, which belongs to nobody and ends with the closure.
  static func start(_ run: @escaping @Sendable () -> Void) throws(JobStoreError) {
    guard let code = DetachedThread.start(named: "netwatch-store", run) else { return }
    throw JobStoreError(.failed, "the system refuses a thread (error \(code))")
  }
}
