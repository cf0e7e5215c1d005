internal import NetwatchCore
internal import NetwatchJobs

extension SubmittedJob: Decodable {
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

  package init(from decoder: any Decoder) throws {
    let object = try SubmittedObject(decoder)
    let keys = object.keys
    var members = Members()
    for key in keys {
      switch key.stringValue {
      case "kind": members.kind = try object.value(key)
      case "http": members.http = try object.value(key)
      case "exec": members.exec = try object.value(key)
      default: break
      }
    }
    self.init(try Self.work(members, object))
    for key in keys { try take(key, object) }
    if let notBefore, let deadline, deadline <= notBefore {
      let key = SubmittedKey(stringValue: "deadline")
      throw object.refusal(of: key, "expected a duration longer than notBefore")
    }
  }

  private static func work(_ members: Members, _ object: SubmittedObject) throws -> Work {
    func refuse(_ name: String, _ kind: String) -> JobRefusal {
      let key = SubmittedKey(stringValue: name)
      return object.refusal(of: key, "it means nothing for the kind \(kind)")
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
    default: throw object.refusal(of: SubmittedKey(stringValue: "kind"), "expected http or exec")
    }
  }

  private mutating func take(_ key: SubmittedKey, _ object: SubmittedObject) throws {
    switch key.stringValue {
    case "kind", "http", "exec": break
    case "destination": destination = try object.name(key, upTo: 255)
    case "priority":
      priority = try object.choice(key, [("low", .low), ("normal", .normal), ("high", .high)])
    case "requirement":
      requirement = try object.choice(
        key,
        [("nothing", .nothing), ("route", .route), ("internet", .internet)]
      )
    // The store's limit is 255 bytes, of which the owner takes a part.
    case "uniqueKey": uniqueKey = try object.name(key, upTo: 128)
    case "notBefore": notBefore = try object.duration(key, .zero...DurationText.longest)
    case "deadline": deadline = try object.duration(key, .milliseconds(1)...DurationText.longest)
    default: throw object.unknown(key, Self.names)
    }
  }
}

/// A list of jobs.
struct SubmittedJobs: Decodable {
  let jobs: [SubmittedJob]

  init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    guard let count = container.count, (1...SubmittedJob.longestList).contains(count) else {
      throw JobRefusal("body", "expected a list of 1 to \(SubmittedJob.longestList) jobs")
    }
    var jobs: [SubmittedJob] = []
    jobs.reserveCapacity(count)
    while !container.isAtEnd {
      var job = try container.decode(SubmittedJob.self)
      job.index = jobs.count
      jobs.append(job)
    }
    self.jobs = jobs
  }
}
