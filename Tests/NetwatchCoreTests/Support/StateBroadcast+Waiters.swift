@testable import NetwatchCore

extension StateBroadcast {
  /// Returns when so many observers wait.
  func waiters(_ count: Int) async {
    while waiterCount != count { await Task.yield() }
  }
}
