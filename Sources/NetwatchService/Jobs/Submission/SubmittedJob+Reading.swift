internal import NetwatchCore
internal import NetwatchJSON
internal import NetwatchJobs

extension SubmittedJob {
  private static let names = [
    "kind", "http", "exec", "destination", "priority", "requirement", "uniqueKey", "notBefore",
    "deadline",
  ]

  /// The members as they are met, before it is known what they amount to.
  private struct Members {
    var kind: String?
    var http: SubmittedHTTP?
    var exec: SubmittedExec?
  }

  init(_ object: SubmittedObject) throws(JobRefusal) {
    var members = Members()
    for member in object.members {
      switch member.name {
      case "kind": members.kind = try member.text()
      case "http": members.http = try SubmittedHTTP(try member.object())
      case "exec": members.exec = try SubmittedExec(try member.object())
      default: break
      }
    }
    self.init(try Self.work(members, object), at: object.path)
    for member in object.members { try take(member, object) }
    if let notBefore, let deadline, deadline <= notBefore {
      throw object.refusal(of: "deadline", "expected a duration longer than notBefore")
    }
  }

  private static func work(
    _ members: Members,
    _ object: SubmittedObject
  ) throws(JobRefusal) -> Work {
    func refuse(_ name: String, _ kind: String) -> JobRefusal {
      object.refusal(of: name, "it means nothing for the kind \(kind)")
    }
    switch members.kind {
    case HTTPJob.kind:
      guard let http = members.http else { throw object.missing("http", "what is to be sent") }
      guard members.exec == nil else { throw refuse("exec", "http") }
      return .http(http)
    case ExecJob.kind:
      guard let exec = members.exec else { throw object.missing("exec", "what is to be run") }
      guard members.http == nil else { throw refuse("http", "exec") }
      return .exec(exec)
    case nil: throw object.missing("kind", "http or exec")
    default: throw object.refusal(of: "kind", "expected http or exec")
    }
  }

  private mutating func take(
    _ member: SubmittedMember,
    _ object: SubmittedObject
  ) throws(JobRefusal) {
    switch member.name {
    case "kind", "http", "exec": break
    case "destination": destination = try member.line(upTo: 255)
    case "priority": priority = try member.choice()
    case "requirement": requirement = try member.choice()
    // The store's limit is 255 bytes, of which the owner takes a part.
    case "uniqueKey": uniqueKey = try member.line(upTo: 128)
    case "notBefore": notBefore = try member.duration(.zero...DurationText.longest)
    case "deadline": deadline = try member.duration(.milliseconds(1)...DurationText.longest)
    default: throw object.unknown(member.name, Self.names)
    }
  }
}
