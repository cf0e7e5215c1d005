import NetwatchCore

extension NetworkRequest {
  /// The unit of pacing that the request belongs to.
  var destination: String { Origin(url: url)?.description ?? url }

  /// Adds the fields that follow from other properties, once for all attempts.
  mutating func addFields(userAgent: String?) {
    headers = fieldsToSend
    if let userAgent, !headers.contains(name: "User-Agent") {
      headers.append("User-Agent", userAgent)
    }
  }
}
