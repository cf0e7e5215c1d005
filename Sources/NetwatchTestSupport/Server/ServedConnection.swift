import CLinux
import Glibc

/// One connection to a server; used by the server's thread alone.
protocol ServedConnection: AnyObject, SendableMetatype {
  /// Whether it is closed.
  var isFinished: Bool { get }

  /// When it goes on by itself.
  var resumption: ContinuousClock.Instant? { get }

  /// What it waits for otherwise.
  var pollEntry: pollfd { get }

  /// Goes on as far as that is possible without waiting.
  ///
  /// - Parameter events: What happened, as in poll(2); 0 where nothing did.
  func proceed(after events: Int16)
}
