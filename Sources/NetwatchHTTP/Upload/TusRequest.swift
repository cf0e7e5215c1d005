/// One exchange of a resumable upload.
struct TusRequest: Sendable {
  /// The version of the protocol.
  static let version = "1.0.0"

  private let method: HTTPMethod
  private let fields: HTTPHeaders
  let body: TransportBody

  /// Where the part that is sent begins; nil where none is sent.
  let start: Int64?

  private init(
    _ method: HTTPMethod,
    _ fields: HTTPHeaders,
    body: TransportBody = .none,
    start: Int64? = nil
  ) {
    self.method = method
    self.fields = fields
    self.body = body
    self.start = start
  }

  /// A request without a body: HEAD asks for the offset, OPTIONS for what the server can do.
  init(_ method: HTTPMethod) {
    self.init(method, method == .options ? [] : ["Tus-Resumable": Self.version])
  }

  /// Asks the server to make a place.
  init(creationOf content: UploadContent, key: String) {
    var fields: HTTPHeaders = [
      "Tus-Resumable": Self.version, "Upload-Length": "\(content.length)",
    ]
    if !content.name.isEmpty {
      fields.append("Upload-Metadata", "filename \(Array(content.name.utf8).base64)")
    }
    if let key = IdempotencyKey.fieldValue(of: key) { fields.append(IdempotencyKey.fieldName, key) }
    self.init(.post, fields, body: .bytes([]))
  }

  /// Sends a part.
  init(partFrom start: Int64, of content: UploadContent, count: Int64, checksum: String?) {
    var fields: HTTPHeaders = [
      "Tus-Resumable": Self.version, "Upload-Offset": "\(start)",
      "Content-Type": "application/offset+octet-stream",
    ]
    if let checksum { fields.append("Upload-Checksum", checksum) }
    self.init(.patch, fields, body: content.body(from: start, count: count), start: start)
  }

  /// Whether it goes to the upload itself, and not to where uploads are created.
  var isAtPlace: Bool { [.head, .patch].contains(method) }

  /// The request as it is sent.
  ///
  /// - Parameters:
  ///   - whole: The request that the upload is to its caller.
  ///   - place: Where the upload itself is; nil for where uploads are created.
  /// - Returns: The request.
  func networkRequest(_ whole: NetworkRequest, at place: RedirectRule?) -> NetworkRequest {
    var request = whole
    request.method = method
    request.body = .none
    // Sent again by the transport, a part would have the wrong offset: the server has some of it.
    if method == .patch { request.retrySafety = .never }
    if let place {
      request.url = place.url
      request.headers = place.headers
    }
    request.headers.remove("Content-Type")
    for field in fields { request.headers.set(field.name, field.value) }
    return request
  }
}
