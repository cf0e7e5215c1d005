internal import FoundationEssentials
internal import NetwatchCore
internal import NetwatchHTTP

extension SubmittedHTTP: Decodable {
  private static let names = [
    "method", "url", "headers", "body", "bodyBase64", "retrySafety", "timeout", "acceptedStatuses",
  ]

  init(from decoder: any Decoder) throws {
    let object = try SubmittedObject(decoder)
    for key in object.keys { try take(key, object) }
    if url.isEmpty { throw object.missing("url", "the URL to send it to") }
  }

  private mutating func take(_ key: SubmittedKey, _ object: SubmittedObject) throws {
    switch key.stringValue {
    case "method": method = try object.text(key, upTo: 32)
    case "url": url = try object.text(key, upTo: HTTPJob.longestURL)
    case "headers": headers = (try object.value(key) as SubmittedHeaders).fields
    case "body": try take(Array((try object.value(key) as String).utf8), key, object)
    case "bodyBase64":
      guard let data = Data(base64Encoded: try object.value(key) as String) else {
        throw object.refusal(of: key, "expected base64 with its padding (RFC 4648, section 4)")
      }
      try take(Array(data), key, object)
    case "retrySafety":
      safety = try object.choice(
        key,
        [("automatic", .automatic), ("always", .always), ("never", .never)]
      )
    case "timeout": timeout = try object.duration(key, .milliseconds(1)...DurationText.longest)
    case "acceptedStatuses": acceptedStatuses = try statuses(key, object)
    default: throw object.unknown(key, Self.names)
    }
  }

  private mutating func take(
    _ bytes: [UInt8],
    _ key: SubmittedKey,
    _ object: SubmittedObject
  ) throws {
    guard body == nil else {
      throw object.refusal(of: key, "expected either body or bodyBase64, not both")
    }
    body = bytes
  }

  private func statuses(_ key: SubmittedKey, _ object: SubmittedObject) throws -> ClosedRange<Int> {
    // Of a fraction the decoder itself would not say where it stands.
    let bounds: [Double] = try object.value(key)
    guard bounds.count == 2, let first = Int(exactly: bounds[0]),
      let last = Int(exactly: bounds[1]),
      200 <= first, first <= last, last <= 599
    else {
      throw object.refusal(of: key, "expected the first and the last status, from 200 to 599")
    }
    return first...last
  }
}

/// The member `headers`: names and values.
private struct SubmittedHeaders: Decodable {
  let fields: [(name: String, value: String)]

  init(from decoder: any Decoder) throws {
    let object = try SubmittedObject(decoder)
    let keys = object.keys
    guard keys.count <= SubmittedHTTP.longestHeader else {
      throw JobRefusal(
        path: decoder.codingPath,
        "expected at most \(SubmittedHTTP.longestHeader) fields"
      )
    }
    fields = try keys.map { ($0.stringValue, try object.value($0)) }
      .sorted { $0.name < $1.name }
  }
}
