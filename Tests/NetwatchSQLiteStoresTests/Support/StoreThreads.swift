import NetwatchTestSupport

/// The threads of this process that belong to stores.
enum StoreThreads {
  /// How often each has gone to sleep by itself, by its number.
  static func wakeUps() throws -> [Int32: Int] {
    try Proc.current.sleeps(ofThreads: "netwatch-store")
  }
}
