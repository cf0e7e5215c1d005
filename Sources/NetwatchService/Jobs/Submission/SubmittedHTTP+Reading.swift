internal import FoundationEssentials
internal import NetwatchCore
internal import NetwatchHTTP
internal import NetwatchJSON

extension SubmittedHTTP {
  private static let names = [
    "method", "url", "headers", "body", "bodyBase64", "retrySafety", "timeout", "acceptedStatuses",
  ]

  init(_ object: SubmittedObject) throws(JobRefusal) {
    for member in object.members { try take(member, object) }
    if url.isEmpty { throw object.missing("url", "the URL to send it to") }
  }

  private mutating func take(
    _ member: SubmittedMember,
    _ object: SubmittedObject
  ) throws(JobRefusal) {
    switch member.name {
    case "method": method = try member.text(upTo: 32)
    case "url": url = try member.text(upTo: HTTPJob.longestURL)
    case "headers": headers = try Self.headers(try member.object())
    case "body": try take(member, body: try member.textBytes())
    case "bodyBase64":
      guard let data = Data(base64Encoded: try member.text()) else {
        throw member.refusal("expected base64 with its padding (RFC 4648, section 4)")
      }
      try take(member, body: Array(data))
    case "retrySafety": safety = try member.choice()
    case "timeout": timeout = try member.duration(.milliseconds(1)...DurationText.longest)
    case "acceptedStatuses": acceptedStatuses = try Self.statuses(member)
    default: throw object.unknown(member.name, Self.names)
    }
  }

  private mutating func take(_ member: SubmittedMember, body bytes: [UInt8]) throws(JobRefusal) {
    guard body == nil else { throw member.refusal("expected either body or bodyBase64, not both") }
    body = bytes
  }

  private static func headers(
    _ object: SubmittedObject
  ) throws(JobRefusal) -> [(name: String, value: String)] {
    guard object.count <= longestHeader else {
      throw object.path.refusal("expected at most \(longestHeader) fields")
    }
    var fields: [(name: String, value: String)] = []
    for member in object.members { fields.append((member.name, try member.text())) }
    return fields.sorted { $0.name < $1.name }
  }

  private static func statuses(_ member: SubmittedMember) throws(JobRefusal) -> ClosedRange<Int> {
    guard let bounds = member.value.elements, bounds.count == 2,
      let first = bounds[0].integer, let last = bounds[1].integer,
      200 <= first, first <= last, last <= 599
    else { throw member.refusal("expected the first and the last status, from 200 to 599") }
    return first...last
  }
}
