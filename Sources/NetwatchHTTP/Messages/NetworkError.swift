public import NetwatchCore

/// Why a request brought no answer that is accepted.
public struct NetworkError: NetworkErrorConvertible, Sendable {
  /// The kind of the last failure.
  public let networkErrorType: NetworkErrorType

  /// What happened, for people; controls in it are made visible as `\u{…}`.
  public let message: String

  /// The request's method; nil where there was no request.
  public let method: HTTPMethod?

  /// The URL that failed, without user information; nil where there was no request.
  public let url: String?

  /// The answer, where one came and its status is not accepted; its body may be cut off.
  public let response: NetworkResponse?

  /// The server's minimum wait (RFC 9110, section 10.2.3); nil where it named none that is legal.
  public let retryAfter: Duration?

  /// The address that was talked to, or tried last; nil where it is not known.
  public let remoteAddress: IPAddress?

  /// The failed attempts: how each failed, what was said of it, and why no other followed the last.
  public let attempts: AttemptLog

  /// Whether it is known that nothing of the last attempt reached a server.
  public let nothingReachedServer: Bool

  /// The error behind this one, such as a decoder's.
  public let underlying: (any Error)?

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - type: The kind of failure.
  ///   - message: What happened, for people.
  ///   - method: The request's method.
  ///   - url: The URL that failed; its user information is left out.
  ///   - response: The answer that is not accepted.
  ///   - retryAfter: The server's minimum wait.
  ///   - remoteAddress: The address that was talked to, or tried last.
  ///   - attempts: The failed attempts.
  ///   - nothingReachedServer: Whether nothing reached a server; by default what the kind proves.
  ///   - underlying: The error behind this one.
  public init(
    _ type: NetworkErrorType,
    _ message: String,
    method: HTTPMethod? = nil,
    url: String? = nil,
    response: NetworkResponse? = nil,
    retryAfter: Duration? = nil,
    remoteAddress: IPAddress? = nil,
    attempts: AttemptLog = AttemptLog(),
    nothingReachedServer: Bool? = nil,
    underlying: (any Error)? = nil
  ) {
    networkErrorType = type
    self.message = message.withVisibleControls
    self.method = method
    self.url = url?.withoutUserInformation
    self.response = response
    self.retryAfter = retryAfter
    self.remoteAddress = remoteAddress
    self.attempts = attempts
    self.nothingReachedServer = nothingReachedServer ?? type.provesNothingReachedServer
    self.underlying = underlying
  }
}

extension NetworkError: CustomStringConvertible {
  /// What was asked and what happened, in one line, and below it a line for each failed attempt.
  public var description: String {
    let history = attempts.records.isEmpty ? [] : attempts.description.split(separator: "\n")
    let lines = history.map { "  \(String($0).withVisibleControls)" }
    return ([summary] + lines).joined(separator: "\n")
  }

  private var summary: String {
    let asked = [method?.rawValue, url].compactMap(\.self).joined(separator: " ")
    let kind = networkErrorType.description
    return [asked.withVisibleControls, kind, message == kind ? "" : message]
      .filter { !$0.isEmpty }
      .joined(separator: ": ")
  }
}
