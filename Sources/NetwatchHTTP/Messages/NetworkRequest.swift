/// One request, as its sender means it: the client makes as many attempts of it as its chain proposes.
///
/// A value of one pointer: what waits for another attempt holds it without its weight.
public struct NetworkRequest: Sendable {
  private var box: Box

  /// The method.
  public var method: HTTPMethod {
    get { box.values.method }
    set { values.method = newValue }
  }

  /// The absolute URL, with the scheme http or https.
  public var url: String {
    get { box.values.url }
    set { values.url = newValue }
  }

  /// The fields to send, besides those that HTTP demands; none by default.
  ///
  /// Content-Length and Transfer-Encoding follow from the body and are refused here.
  public var headers: HTTPHeaders {
    get { box.values.headers }
    set { values.headers = newValue }
  }

  /// The fields that no other origin may see: a redirect to one loses them.
  ///
  /// Authorization, Cookie and Proxy-Authorization are lost even where they are left out here.
  public var sensitiveHeaders: [String] {
    get { box.values.sensitiveHeaders }
    set { values.sensitiveHeaders = newValue }
  }

  /// The body; none by default.
  public var body: RequestBody {
    get { box.values.body }
    set { values.body = newValue }
  }

  /// The limit of one attempt, redirects included; nil for the client's default.
  public var attemptTimeout: Duration? {
    get { box.values.attemptTimeout }
    set { values.attemptTimeout = newValue }
  }

  /// The limit of the whole, all attempts and waits included; nil for none.
  public var deadline: Duration? {
    get { box.values.deadline }
    set { values.deadline = newValue }
  }

  /// The status codes that count as success; by default 200 to 299.
  ///
  /// A redirect whose status is among them is the answer, and not followed.
  public var acceptedStatuses: ClosedRange<Int> {
    get { box.values.acceptedStatuses }
    set { values.acceptedStatuses = newValue }
  }

  /// What tells the server that two attempts are the same request; nil for nothing.
  ///
  /// It is sent as a quoted string in the field Idempotency-Key (RFC 8941, section 3.3.3), the same in
  /// every attempt, and consists of printable ASCII. With one, any method may be tried again.
  public var idempotencyKey: String? {
    get { box.values.idempotencyKey }
    set { values.idempotencyKey = newValue }
  }

  /// Whether it may be sent a second time; by default that is decided by what is known.
  public var retrySafety: RetrySafety {
    get { box.values.retrySafety }
    set { values.retrySafety = newValue }
  }

  /// What must be there for it to make sense; nil for the internet, or nothing where the URL's host is
  /// this one by address or name (127.0.0.0/8, `::1`, `localhost` and the names under it).
  public var requirement: NetworkRequirement? {
    get { box.values.requirement }
    set { values.requirement = newValue }
  }

  /// Whether it goes before others after an outage, and without a random delay; false by default.
  public var isUrgent: Bool {
    get { box.values.isUrgent }
    set { values.isUrgent = newValue }
  }

  /// The longest body of the answer, in bytes; nil for the client's default.
  public var bodyLimit: Int? {
    get { box.values.bodyLimit }
    set { values.bodyLimit = newValue }
  }

  /// Whether the error keeps the whole body of an answer that is not accepted, for whoever hands that
  /// answer on; otherwise its beginning, which is enough to look into.
  package var keepsRefusedBody = false

  /// Whether `bodyLimit` says how much of the answer's body is wanted, and more is not read, instead of
  /// how much there may be.
  package var needsBeginningOnly = false

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
    box = Box(Values(method: method, url: url, headers: headers, body: body))
  }
}

extension NetworkRequest {
  fileprivate struct Values: Sendable {
    var method: HTTPMethod
    var url: String
    var headers: HTTPHeaders = []
    var sensitiveHeaders: [String] = ["Authorization", "Cookie", "Proxy-Authorization"]
    var body: RequestBody = .none
    var attemptTimeout: Duration?
    var deadline: Duration?
    var acceptedStatuses: ClosedRange<Int> = 200...299
    var idempotencyKey: String?
    var retrySafety: RetrySafety = .automatic
    var requirement: NetworkRequirement?
    var isUrgent: Bool = false
    var bodyLimit: Int?
  }

  /// Never changed: a request that is changed gets another one.
  private final class Box: Sendable {
    let values: Values

    init(_ values: Values) {
      self.values = values
    }
  }

  private var values: Values {
    get { box.values }
    set { box = Box(newValue) }
  }
}
