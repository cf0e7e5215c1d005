import FoundationEssentials
import NetwatchCore
import NetwatchHTTP

extension NewServiceJob: Encodable {
  private enum Key: String, CodingKey {
    case kind, http, exec, destination, priority, requirement, uniqueKey, notBefore, deadline
  }

  /// Writes the document that the service takes.
  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: Key.self)
    switch work {
    case .http(let request):
      try object.encode("http", forKey: .kind)
      try object.encode(request, forKey: .http)
    case .exec(let program):
      try object.encode("exec", forKey: .kind)
      try object.encode(program, forKey: .exec)
    }
    try object.encodeIfPresent(destination, forKey: .destination)
    try object.encodeIfPresent(priority, forKey: .priority)
    try object.encodeIfPresent(requirement, forKey: .requirement)
    try object.encodeIfPresent(uniqueKey, forKey: .uniqueKey)
    try object.encodeIfPresent(notBefore.map(DurationText.text), forKey: .notBefore)
    try object.encodeIfPresent(deadline.map(DurationText.text), forKey: .deadline)
  }
}

extension NewServiceJob.Request: Encodable {
  private enum Key: String, CodingKey {
    case method, url, headers, body, bodyBase64, retrySafety, timeout, acceptedStatuses
  }

  /// Writes the request: its body as text where it is some, and in Base64 where it is not.
  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: Key.self)
    try object.encode(method, forKey: .method)
    try object.encode(url, forKey: .url)
    if !headers.isEmpty { try object.encode(headers, forKey: .headers) }
    if let body {
      if let text = String(validating: body, as: UTF8.self) {
        try object.encode(text, forKey: .body)
      } else {
        try object.encode(Data(body).base64EncodedString(), forKey: .bodyBase64)
      }
    }
    try object.encodeIfPresent(retrySafety?.description, forKey: .retrySafety)
    try object.encodeIfPresent(timeout.map(DurationText.text), forKey: .timeout)
    if let statuses = acceptedStatuses {
      try object.encode([statuses.lowerBound, statuses.upperBound], forKey: .acceptedStatuses)
    }
  }
}
