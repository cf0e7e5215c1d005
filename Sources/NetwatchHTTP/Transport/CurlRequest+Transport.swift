import NetwatchCore
import NetwatchCurl

extension CurlRequest {
  /// A request of the client's, told in libcurl's terms.
  init(_ request: TransportRequest) {
    self.init(.url(request.url), timeout: request.timeout ?? .seconds(2_000_000))
    method = request.method.rawValue
    headers = request.headers.map { CurlHeader(name: $0.name, value: $0.value) }
    body = CurlBody(request.body)
    connection = .pooled
    sends = request.isRepeatable ? .repeatable : .once
    connectTimeout = request.limits.connectTimeout
    stallTimeout = request.limits.stallTimeout
    userTimeout = request.limits.stallTimeout
    headerLimit = request.limits.headerLimit
    authorities = request.limits.certificateAuthorities
    addressCheck = request.limits.addressCheck
    if let report = request.progress { progress = { report(TransferProgress($0)) } }
    leave(by: request.limits.route)
    deliver(request.delivery)
  }

  private mutating func leave(by route: ClientRoute) {
    switch route {
    case .network: break
    case .direct: proxy = ""
    case .unixSocket(let path): unixSocket = path
    }
  }

  private mutating func deliver(_ delivery: Delivery) {
    switch delivery {
    case .memory(let limit): bodyLimit = limit
    case .beginning(let limit): (bodyLimit, bodyNeeded) = (.max, limit)
    case .stream: break
    case .file(let descriptor, let statuses):
      sink = .descriptor(descriptor)
      sinkStatuses = statuses
    }
  }
}

extension CurlBody {
  fileprivate init(_ body: TransportBody) {
    self =
      switch body {
      // A source is written to a pipe, which the transport makes for each exchange.
      case .none, .source: .none
      case .bytes(let bytes): .bytes(bytes)
      case .file(let descriptor, let offset, let length):
        .file(descriptor: descriptor, offset: offset, length: length)
      }
  }
}

extension TransferProgress {
  fileprivate init(_ progress: CurlProgress) {
    self.init(
      sent: progress.bytesSent,
      toSend: progress.bytesToSend,
      received: progress.bytesReceived,
      expected: progress.bytesExpected
    )
  }
}

extension ResponseHead {
  init(_ head: CurlHead) {
    self.init(
      status: head.status,
      headers: HTTPHeaders(head.headers),
      httpVersion: head.httpVersion?.rawValue ?? "",
      remoteAddress: head.remote?.address,
      isVerifiedTLS: head.isVerifiedTLS
    )
  }
}
