import NetwatchJobs
import NetwatchSystem

/// The thread that a store's connections are driven on.
enum StoreThread {
  /// Runs a closure on a new thread, which belongs to nobody and ends with the closure.
  static func start(_ body: @escaping @Sendable () -> Void) throws(JobStoreError) {
    guard let code = DetachedThread.start(named: "netwatch-pg", body) else { return }
    throw JobStoreError(.failed, "the store's thread could not be started (error \(code))")
  }
}
