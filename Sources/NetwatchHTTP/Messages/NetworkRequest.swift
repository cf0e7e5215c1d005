/// One request, as its sender means it: the client makes as many attempts of it as its chain proposes.
public struct NetworkRequest: Sendable {
  /// The method.
  public var method: HTTPMethod

  /// The absolute URL, with the scheme http or https.
  public var url: String

  /// The fields to send, besides those that HTTP demands; none by default.
  ///
  /// Content-Length and Transfer-Encoding follow from the body and are refused here.
  public var headers: HTTPHeaders = []

  /// The fields that no other origin may see: a redirect to one loses them.
  ///
  /// Authorization, Cookie and Proxy-Authorization are lost even where they are left out here.
  public var sensitiveHeaders = ["Authorization", "Cookie", "Proxy-Authorization"]

  /// The body; none by default.
  public var body: RequestBody = .none

  /// The limit of one attempt, redirects included; nil for the client's default.
  public var attemptTimeout: Duration?

  /// The limit of the whole, all attempts and waits included; nil for none.
  public var deadline: Duration?

  /// The status codes that count as success; by default 200 to 299.
  ///
  /// A redirect whose status is among them is the answer, and not followed.
  public var acceptedStatuses: ClosedRange<Int> = 200...299

  /// What tells the server that two attempts are the same request; nil for nothing.
  ///
  /// It is sent as a quoted string in the field Idempotency-Key (RFC 8941, section 3.3.3), the same in
  /// every attempt, and consists of printable ASCII. With one, any method may be tried again.
  public var idempotencyKey: String?

  /// Whether it may be sent a second time; by default that is decided by what is known.
  public var retrySafety: RetrySafety = .automatic

  /// What must be there for it to make sense; nil for the internet, or nothing where the URL's host is
  /// this one by address or name (127.0.0.0/8, `::1`, `localhost` and the names under it).
  public var requirement: NetworkRequirement?

  /// Whether it goes before others after an outage, and without a random delay; false by default.
  public var isUrgent = false

  /// The longest body of the answer, in bytes; nil for the client's default.
  public var bodyLimit: Int?

  /// Creates a request with the defaults of every other property.
  ///
  /// - Parameters:
  ///   - method: The method.
  ///   - url: The absolute URL, with the scheme http or https.
  ///   - headers: The fields to send.
  ///   - body: The body.
  public init(
    method: HTTPMethod = .get,
    url: String,
    headers: HTTPHeaders = [],
    body: RequestBody = .none
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
  }
}
