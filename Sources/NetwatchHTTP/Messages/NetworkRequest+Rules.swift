extension NetworkRequest {
  /// The fields to send: the caller's, and the Idempotency-Key where there is one that can be sent.
  package var fieldsToSend: HTTPHeaders {
    guard let value = idempotencyKey.flatMap(IdempotencyKey.fieldValue) else { return headers }
    var fields = headers
    fields.append(IdempotencyKey.fieldName, value)
    return fields
  }

  /// Whether the server can tell by a key that two attempts are one request.
  package var hasIdempotencyKey: Bool {
    idempotencyKey != nil || headers.contains(name: IdempotencyKey.fieldName)
  }

  /// Whether it makes no sense without what the connectivity manager judges.
  package var needsConnectivity: Bool {
    switch requirement {
    case .nothing: false
    case .internet: true
    case nil: Origin(url: url)?.isLoopback != true
    }
  }
}
