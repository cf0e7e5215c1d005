internal import NetwatchCore
internal import NetwatchSystem

extension LoopThread {
  /// Starts the thread, which belongs to nobody and ends when the core is stopped.
  static func start(_ core: LoopCore) throws(ConnectivityError) {
    let refusal = DetachedThread.start(named: "netwatch-loop") {
      var thread = LoopThread(core: core)
      thread.run()
    }
    guard let refusal else { return }
    throw ConnectivityError(.unavailable, "the system refuses a thread (error \(refusal))")
  }
}
