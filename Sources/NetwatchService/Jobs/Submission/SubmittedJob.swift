internal import FoundationEssentials
internal import NetwatchJobs

/// A job as a client hands it in: one object of JSON, checked for its form but not yet for what it asks.
package struct SubmittedJob: Sendable {
  /// How many jobs one request can have.
  package static let longestList = 1000

  /// What is to be done.
  enum Work: Sendable {
    case http(SubmittedHTTP)
    case exec(SubmittedExec)
  }

  let work: Work

  /// Names the kind.
  package var kind: String {
    switch work {
    case .http: HTTPJob.kind
    case .exec: ExecJob.kind
    }
  }

  var destination: String?
  var priority = JobPriority.normal
  var requirement: JobRequirement?
  var uniqueKey: String?
  var notBefore: Duration?
  var deadline: Duration?

  /// Its place in a list; nil where it came alone.
  var index: Int?

  init(_ work: Work) {
    self.work = work
  }

  /// Reads the body of a request: a job, or a list of 1 to 1,000.
  ///
  /// Of a name that stands twice in an object, Foundation's decoder takes one.
  ///
  /// - Parameter body: JSON, in UTF-8.
  /// - Returns: The jobs, and whether they came as a list.
  /// - Throws: ``JobRefusal`` that names the first field that is wrong, and never what it holds.
  package static func decodeAll(
    _ body: [UInt8]
  ) throws(JobRefusal) -> (jobs: [SubmittedJob], isList: Bool) {
    guard let first = body.first(where: { !$0.isBlankOfJSON }) else {
      throw JobRefusal("body", "it is empty; expected a job, or a list of jobs")
    }
    // Without a zero in it, the decoder cannot take it for another encoding.
    guard !body.contains(0) else { throw JobRefusal("body", "it is not JSON in UTF-8") }
    switch first {
    case UInt8(ascii: "{"): return ([try decode(SubmittedJob.self, body)], false)
    case UInt8(ascii: "["): return (try decode(SubmittedJobs.self, body).jobs, true)
    default: throw JobRefusal("body", "expected a job, which is an object, or a list of jobs")
    }
  }

  private static let decoder = JSONDecoder()

  private static func decode<Value: Decodable>(
    _ type: Value.Type,
    _ body: [UInt8]
  ) throws(JobRefusal) -> Value {
    do {
      return try decoder.decode(type, from: Data(body))
    } catch {
      throw JobRefusal(decoding: error)
    }
  }
}

extension UInt8 {
  /// Whether the byte is a blank between the parts of a JSON text (RFC 8259, section 2).
  fileprivate var isBlankOfJSON: Bool { [0x20, 0x0A, 0x0D, 0x09].contains(self) }
}
