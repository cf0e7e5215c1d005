import NetwatchCore
import NetwatchLinux
import NetwatchTestSupport

/// Shows that a manager's loop has dealt with everything that the kernel had told it.
///
/// The loop polls a pipe of ours beside its netlink socket. Of two descriptors that are readable at
/// once it may serve ours first, but then it serves the other before it polls again: after the second
/// pass nothing is left that came before the first.
final class LoopBarrier: Sendable {
  private let pipe: WakePipe
  private let passes = PassCount()

  init(_ manager: LinuxConnectivityManager) throws {
    pipe = try WakePipe()
    // The handler owns the pipe, so that the loop never polls a number that is another file's by now.
    manager.watch(descriptor: pipe.reader) { [pipe, passes] in
      pipe.takeByte()
      passes.value.withLock { $0 += 1 }
    }
  }

  /// Returns when all that had happened at the time of the call has been taken in.
  func pass() async throws {
    for _ in 0..<2 {
      let before = passes.value.withLock { $0 }
      pipe.putByte()
      try await eventually(within: .seconds(10), every: .milliseconds(1)) {
        passes.value.withLock { $0 } > before
      }
    }
  }
}

/// How often the loop came by.
private final class PassCount: Sendable {
  let value = Lock(0)
}
