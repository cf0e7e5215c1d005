import CLinux
import Glibc
import NetwatchCore

/// A child of this process that is killed and reaped when nobody refers to it any more.
///
/// The process is named by a descriptor (pidfd_open(2)): a signal can never reach another process
/// that has got the same number.
final class ProcessHandle: Sendable {
  let pid: pid_t
  let descriptor: Descriptor
  private let reaped = Lock<ProcessStatus?>(nil)

  init(pid: pid_t) throws {
    self.pid = pid
    descriptor = Descriptor(owning: try check("pidfd_open", linux_pidfd_open(pid)))
  }

  deinit {
    guard reaped.withLock({ $0 }) == nil else { return }
    signal(SIGKILL)
    var status: CInt = 0
    _ = retryingInterrupts { waitpid(pid, &status, 0) }
  }

  /// Whether the process still ran and got the signal.
  @discardableResult
  func signal(_ number: CInt) -> Bool {
    linux_pidfd_send_signal(descriptor.number, number) == 0
  }

  /// How the process ended, or `nil` while it runs.
  var status: ProcessStatus? {
    reaped.withLock { reaped in
      if let reaped { return reaped }
      var status: CInt = 0
      guard waitpid(pid, &status, WNOHANG) == pid else { return nil }
      reaped = ProcessStatus(waitStatus: status)
      return reaped
    }
  }
}
