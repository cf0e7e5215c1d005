import CLinux
import CNetlink
import Glibc

/// The kernel's answer to a ``RouteQuery``.
package enum RouteAnswer: Hashable, Sendable {
  /// The packet would take this route.
  case route(RouteEntry)

  /// The packet would not be sent.
  ///
  /// The error number is the one that the sender would get: ENETUNREACH without a route,
  /// EHOSTUNREACH for an unreachable route, EACCES for a prohibited one, EINVAL for a black hole.
  /// EBADMSG stands for an answer that is not understood. The message is the kernel's own
  /// explanation, which it seldom gives.
  case refused(errno: CInt, message: String?)

  /// Reads a message.
  init(_ header: MessageHeader, _ payload: RawSpan) {
    if let error = ErrorMessage(header, payload), error.code != 0 {
      self = .refused(errno: error.code, message: error.text)
    } else if Int(header.type) == RTM_NEWROUTE, let entry = RouteEntry(payload) {
      self = .route(entry)
    } else {
      self = .notUnderstood
    }
  }

  static let notUnderstood = RouteAnswer.refused(errno: EBADMSG, message: nil)
}
