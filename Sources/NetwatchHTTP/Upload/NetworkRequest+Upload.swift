import NetwatchCore

extension NetworkRequest {
  /// The request that an upload is to its caller.
  init(upload body: RequestBody, to url: String, _ options: UploadOptions) {
    self.init(
      method: options.isResumable ? .post : options.method,
      url: url,
      headers: options.headers,
      body: body
    )
    attemptTimeout = options.attemptTimeout
    deadline = options.deadline
    requirement = options.requirement
    if options.isResumable {
      // Its parts name their offset, so the server takes none of them twice.
      retrySafety = .always
    } else {
      if !headers.contains(name: "Content-Type") {
        headers.append("Content-Type", "application/octet-stream")
      }
      if !headers.contains(name: IdempotencyKey.fieldName) {
        idempotencyKey = options.idempotencyKey ?? Self.key(for: method)
      }
    }
  }

  private static func key(for method: HTTPMethod) -> String? {
    [.post, .patch].contains(method) ? IdempotencyKey.random() : nil
  }
}
