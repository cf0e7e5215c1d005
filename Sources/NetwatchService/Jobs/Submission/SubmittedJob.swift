internal import NetwatchJSON
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

  /// Where in the submission it stands.
  let path: SubmittedPath

  init(_ work: Work, at path: SubmittedPath) {
    (self.work, self.path) = (work, path)
  }

  /// Reads the body of a request: a job, or a list of 1 to 1,000.
  ///
  /// - Parameter body: JSON, in UTF-8.
  /// - Returns: The jobs, and whether they came as a list.
  /// - Throws: ``JobRefusal`` that names the first field that is wrong, and never what it holds.
  package static func decodeAll(
    _ body: [UInt8]
  ) throws(JobRefusal) -> (jobs: [SubmittedJob], isList: Bool) {
    let value = try read(body)
    if value.members != nil {
      return ([try SubmittedJob(SubmittedObject(value, at: .body))], false)
    }
    guard let elements = value.elements else {
      throw JobRefusal("body", "expected a job, which is an object, or a list of jobs")
    }
    guard (1...longestList).contains(elements.count) else {
      throw JobRefusal("body", "expected a list of 1 to \(longestList) jobs")
    }
    var jobs: [SubmittedJob] = []
    jobs.reserveCapacity(elements.count)
    for (index, element) in elements.enumerated() {
      jobs.append(try SubmittedJob(SubmittedObject(element, at: .element(index))))
    }
    return (jobs, true)
  }

  /// Far more than a list of jobs with all their members needs.
  private static let limits = JSONLimits(depth: 16, count: 100_000)

  private static func read(_ body: [UInt8]) throws(JobRefusal) -> JSONValue {
    guard !body.isEmpty else {
      throw JobRefusal("body", "it is empty; expected a job, or a list of jobs")
    }
    do throws(JSONError) {
      return try JSONValue.read(body, within: limits)
    } catch {
      throw JobRefusal("body", error.description)
    }
  }
}
