public import NetwatchCore

/// Why a request brought no answer that is accepted.
public struct NetworkError: NetworkErrorConvertible, Sendable {
  /// An object, because errors are kept while requests wait, and there may be thousands.
  private let box: Box

  /// The kind of the last failure.
  public var networkErrorType: NetworkErrorType { box.networkErrorType }

  /// What happened, for people; controls in it are made visible as `\u{…}`.
  public var message: String { box.message }

  /// The request's method; nil where there was no request.
  public var method: HTTPMethod? { box.method }

  /// The URL that failed, without user information; nil where there was no request.
  public var url: String? { box.url }

  /// The answer, where one came and its status is not accepted; its body may be cut off.
  public var response: NetworkResponse? { box.response?.value }

  /// The server's minimum wait (RFC 9110, section 10.2.3); nil where it named none that is legal.
  public var retryAfter: Duration? { box.retryAfter }

  /// The address that was talked to, or tried last; nil where it is not known.
  public var remoteAddress: IPAddress? { box.remoteAddress }

  /// The failed attempts: how each failed, what was said of it, and why no other followed the last.
  public var attempts: AttemptLog { box.attempts }

  /// Whether it is known that nothing of the last attempt reached a server.
  public var nothingReachedServer: Bool { box.nothingReachedServer }

  /// The error behind this one, such as a decoder's.
  public var underlying: (any Error)? { box.underlying }

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
    box = Box(
      networkErrorType: type,
      message: message.withVisibleControls,
      method: method,
      url: url?.withoutUserInformation,
      response: response.map(Response.init),
      retryAfter: retryAfter,
      remoteAddress: remoteAddress,
      attempts: attempts,
      nothingReachedServer: nothingReachedServer ?? type.provesNothingReachedServer,
      underlying: underlying
    )
  }
}

extension NetworkError {
  /// Apart, because it is large, and most errors have none.
  private final class Response: Sendable {
    let value: NetworkResponse

    init(_ value: NetworkResponse) {
      self.value = value
    }
  }

  private final class Box: Sendable {
    let networkErrorType: NetworkErrorType
    let message: String
    let method: HTTPMethod?
    let url: String?
    let response: Response?
    let retryAfter: Duration?
    let remoteAddress: IPAddress?
    let attempts: AttemptLog
    let nothingReachedServer: Bool
    let underlying: (any Error)?

    init(
      networkErrorType: NetworkErrorType,
      message: String,
      method: HTTPMethod?,
      url: String?,
      response: Response?,
      retryAfter: Duration?,
      remoteAddress: IPAddress?,
      attempts: AttemptLog,
      nothingReachedServer: Bool,
      underlying: (any Error)?
    ) {
      self.networkErrorType = networkErrorType
      self.message = message
      self.method = method
      self.url = url
      self.response = response
      self.retryAfter = retryAfter
      self.remoteAddress = remoteAddress
      self.attempts = attempts
      self.nothingReachedServer = nothingReachedServer
      self.underlying = underlying
    }
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
