public import NetwatchCore

/// What a server answered.
public struct NetworkResponse: Sendable {
  /// The status code.
  public var status: Int

  /// The fields of the header, in order; bytes that are not UTF-8 are replaced.
  public var headers: HTTPHeaders

  /// The body, as it was sent: no content coding is undone.
  public var body: [UInt8]

  /// The URL that answered, which is not the request's after a redirect.
  public var url: String

  /// How many attempts were made, the successful one included.
  public var attempts: Int

  /// The version of HTTP, such as `HTTP/1.1`; empty where it is not known.
  public var httpVersion: String

  /// The address that answered, a proxy's where there is one; nil where it is not known.
  public var remoteAddress: IPAddress?

  /// Creates an answer, as tests and stand-ins for a client need it.
  ///
  /// - Parameters:
  ///   - status: The status code.
  ///   - headers: The fields of the header.
  ///   - body: The body.
  ///   - url: The URL that answered.
  ///   - attempts: How many attempts were made.
  ///   - httpVersion: The version of HTTP.
  ///   - remoteAddress: The address that answered.
  public init(
    status: Int,
    headers: HTTPHeaders = [],
    body: [UInt8] = [],
    url: String,
    attempts: Int = 1,
    httpVersion: String = "",
    remoteAddress: IPAddress? = nil
  ) {
    self.status = status
    self.headers = headers
    self.body = body
    self.url = url
    self.attempts = attempts
    self.httpVersion = httpVersion
    self.remoteAddress = remoteAddress
  }
}
