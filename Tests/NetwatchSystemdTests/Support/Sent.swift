import NetwatchCore
import NetwatchSystemd

/// Takes what would go to the service manager.
final class Sent: Sendable {
  private let state = Lock((messages: [String](), failure: SystemdError?.none))

  var messages: [String] { state.withLock { $0.messages } }

  /// What every message fails with from now on; `nil` for none.
  func fail(with failure: SystemdError?) {
    state.withLock { $0.failure = failure }
  }

  var send: @Sendable (String) throws(SystemdError) -> Void {
    { message throws(SystemdError) in
      try self.state.withLock { state throws(SystemdError) in
        if let failure = state.failure { throw failure }
        state.messages.append(message)
      }
    }
  }
}
