package import NetwatchCore

/// What carries requests to servers: one exchange at a time, without redirects and retries, which are
/// the client's.
package protocol HTTPTransport: Sendable {
  /// Starts to carry one request, and returns at once.
  ///
  /// It does not suspend, because a task keeps the memory of the deepest call it ever made, and
  /// thousands of requests may wait after such a call.
  ///
  /// - Parameters:
  ///   - request: What to carry.
  ///   - completion: Called once with the answer, whatever its status, or why there is none; from any
  ///     thread, perhaps before this returns. It does not block.
  /// - Returns: What is under way; nil where it has ended.
  func start(
    _ request: TransportRequest,
    completion: @escaping @Sendable (TransportResult) -> Void
  ) -> (any TransportExchange)?
}

/// How an exchange ended.
package typealias TransportResult = Result<TransportReply, TransportFailure>

/// An exchange under way.
package protocol TransportExchange: Sendable {
  /// Ends it within 50 ms with a failure of the type `cancelled`, if it has not ended already.
  func cancel()
}

/// One exchange with a server; an object, so that the tasks which carry it hold a pointer.
package final class TransportRequest: Sendable {
  package let method: HTTPMethod
  package let url: String
  package let headers: HTTPHeaders
  package let body: TransportBody
  package let delivery: Delivery

  /// Whether the transport may send it again by itself when a kept connection turns out dead.
  package let isRepeatable: Bool

  /// The limit of the whole exchange; nil: none.
  package let timeout: Duration?
  package let limits: TransportLimits

  /// The paths in force when it starts: connections of others are not used.
  package let ticket: EvidenceTicket
  package let progress: (@Sendable (TransferProgress) -> Void)?

  init(
    method: HTTPMethod,
    url: String,
    headers: HTTPHeaders,
    body: TransportBody,
    delivery: Delivery,
    isRepeatable: Bool,
    timeout: Duration?,
    limits: TransportLimits,
    ticket: EvidenceTicket,
    progress: (@Sendable (TransferProgress) -> Void)?
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.delivery = delivery
    self.isRepeatable = isRepeatable
    self.timeout = timeout
    self.limits = limits
    self.ticket = ticket
    self.progress = progress
  }
}

/// What holds for every exchange of a client: its bounds, and its way out.
package struct TransportLimits: Sendable {
  package var connectTimeout: Duration
  package var stallTimeout: Duration
  package var headerLimit: Int
  package var certificateAuthorities: String?
  package var route: ClientRoute

  /// Says why an address must not be connected to.
  package var addressCheck: (@Sendable (IPAddress) -> String?)?
}

/// What is sent with a request.
package enum TransportBody: Sendable {
  case none
  case bytes([UInt8])

  /// So many bytes of an open file from an offset on; the caller keeps it open meanwhile.
  case file(descriptor: CInt, offset: Int64, length: Int64)

  /// What a closure writes; run once an exchange.
  case source(BodySource)
}

/// Where the body of an answer goes.
package enum Delivery: Sendable {
  /// Into memory, up to so many bytes.
  case memory(limit: Int)

  /// Into memory, but no more than so many bytes, with which the answer counts as complete.
  case beginning(limit: Int)

  /// To whoever reads it, piece by piece.
  case stream

  /// Into an open file, where the status is one of these; else into memory, as far as it fits an
  /// error.
  case file(descriptor: CInt, statuses: ClosedRange<Int>)
}

/// An answer, its body delivered as was asked.
package enum TransportReply: Sendable {
  case collected(ResponseHead, body: [UInt8])
  case streamed(ResponseHead, any BodyChunks)

  /// The head of the answer.
  package var head: ResponseHead {
    switch self {
    case .collected(let head, _), .streamed(let head, _): head
    }
  }
}

/// What comes before the body of an answer.
package struct ResponseHead: Sendable {
  package var status: Int
  package var headers: HTTPHeaders
  package var httpVersion: String
  package var remoteAddress: IPAddress?

  /// Whether it came over TLS with a verified certificate.
  package var isVerifiedTLS: Bool

  package init(
    status: Int,
    headers: HTTPHeaders,
    httpVersion: String,
    remoteAddress: IPAddress?,
    isVerifiedTLS: Bool
  ) {
    self.status = status
    self.headers = headers
    self.httpVersion = httpVersion
    self.remoteAddress = remoteAddress
    self.isVerifiedTLS = isVerifiedTLS
  }
}

/// The body of an answer, to be read piece by piece by one task.
package protocol BodyChunks: Sendable {
  /// The next piece; nil at the end.
  func next() async throws(TransportFailure) -> [UInt8]?

  /// Ends the exchange.
  func cancel()
}
