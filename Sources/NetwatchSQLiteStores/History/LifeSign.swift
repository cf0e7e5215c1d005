import CLinux
import Glibc
import NetwatchCore
import NetwatchJobs
import NetwatchSystem

/// Until when a service has lived, however it ended: the modification time of a file beside its history
/// (futimens(2)).
///
/// To set it takes neither a transaction nor another thread, and waits for no disk: the kernel writes it
/// when it writes what else has changed.
final class LifeSign: Sendable {
  private let file: String
  private let descriptor: CInt

  /// Why there is no descriptor.
  private let refusal: CInt

  /// Opens the file, and makes it where it is not there, for nobody but its owner; where it can't be
  /// had, ``give(at:)`` says so.
  ///
  /// - Parameter history: The path of the history.
  init(of history: String) {
    file = Self.path(history)
    // A pipe without a writer would be waited for.
    let flags = O_RDONLY | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
    descriptor = unsafe open(file, flags, 0o600)
    refusal = descriptor < 0 ? errno : 0
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// The service lives.
  ///
  /// - Parameter time: What the clock shows.
  /// - Throws: `JobStoreError`.
  func give(at time: WallTime) throws(JobStoreError) {
    guard descriptor >= 0 else { throw failure(refusal) }
    let time = timespec(tv_sec: time_t(time.seconds), tv_nsec: Int(time.nanoseconds))
    // The time of access is of no use to anybody.
    guard unsafe futimens(descriptor, [time, time]) == 0 else { throw failure(errno) }
  }

  /// When the last sign was given.
  ///
  /// - Parameter history: The path of the history.
  /// - Returns: The moment; nil where there was none.
  static func last(of history: String) -> WallTime? {
    var status = stat()
    guard unsafe lstat(path(history), &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      return nil
    }
    let time = status.st_mtim
    return WallTime(seconds: Int64(time.tv_sec), nanoseconds: Int32(time.tv_nsec))
  }

  private static func path(_ history: String) -> String { history + "-alive" }

  private func failure(_ code: CInt) -> JobStoreError {
    let reason = errorText(code)
    return JobStoreError(
      .init(systemCode: code) ?? .failed,
      "\(file), which says until when the service was there, can't be used: \(reason)"
    )
  }
}
