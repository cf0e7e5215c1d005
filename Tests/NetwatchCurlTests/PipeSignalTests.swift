import CLinux
import Glibc
import NetwatchTestSupport
import Testing

@testable import NetwatchCurl

extension CurlTests {
  @Suite struct PipeSignalTests {
    @Test(arguments: [false, true])
    func `a broken pipe sends no signal, and the thread's mask stays as it was`(
      _ isBlocked: Bool
    ) async throws {
      let (code, isBlockedAfter, isPending) = try await awaitThread {
        _ = Self.setSignal(isBlocked ? SIG_BLOCK : SIG_UNBLOCK)
        let code = PipeSignal.withoutIt { Self.writeIntoBrokenPipe() }
        return (code, Self.setSignal(SIG_BLOCK), Self.isSignalPending)
      }
      #expect(code == EPIPE)
      #expect(isBlockedAfter == isBlocked)
      // Where it was blocked, it is its owner's business.
      #expect(isPending == isBlocked)
    }

    private static func writeIntoBrokenPipe() -> CInt {
      var ends: [CInt] = [-1, -1]
      linux_pipe2(&ends, O_CLOEXEC)
      close(ends[0])
      defer { close(ends[1]) }
      return write(ends[1], "a", 1) < 0 ? errno : 0
    }

    /// Changes the mask, and says whether the signal was blocked before.
    private static func setSignal(_ how: CInt) -> Bool {
      var (signal, former) = (sigset_t(), sigset_t())
      sigemptyset(&signal)
      sigaddset(&signal, SIGPIPE)
      pthread_sigmask(how, &signal, &former)
      return sigismember(&former, SIGPIPE) == 1
    }

    private static var isSignalPending: Bool {
      var pending = sigset_t()
      sigpending(&pending)
      return sigismember(&pending, SIGPIPE) == 1
    }
  }
}
