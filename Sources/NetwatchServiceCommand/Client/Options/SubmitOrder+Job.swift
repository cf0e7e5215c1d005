internal import NetwatchClient
internal import NetwatchCommand

extension SubmitOrder {
  /// What is handed in.
  enum Submission: Sendable {
    case job(NewServiceJob)
    case document([UInt8])
  }

  /// Reads the files that the command line names.
  ///
  /// - Throws: ``ClientFailure`` where one cannot be read, ``UsageError``.
  func submission() throws -> Submission {
    if let jsonFile { return .document(try InputFile.contents(jsonFile)) }
    var job = try operands[0] == "exec" ? program() : request()
    job.priority = priority
    job.requirement = requirement
    job.uniqueKey = uniqueKey
    job.notBefore = notBefore
    job.deadline = deadline
    return .job(job)
  }

  private func program() throws -> NewServiceJob {
    .exec(operands[1], arguments: try arguments())
  }

  private func request() throws -> NewServiceJob {
    var request = NewServiceJob.Request(method: operands[1], url: operands[2])
    for field in headers { request.headers[field.name] = try Self.value(field.value) }
    request.body = try bodyFile.map(InputFile.contents) ?? body.map { Array($0.utf8) }
    request.timeout = timeout
    request.retrySafety = retrySafety
    return NewServiceJob(.http(request))
  }

  /// A value that is in a file is read here; one that is a credential of the service's, by the service
  /// when it sends.
  private static func value(_ text: String) throws(ClientFailure) -> String {
    let mark = "@file:"
    return text.hasPrefix(mark) ? try InputFile.secret(String(text.dropFirst(mark.count))) : text
  }
}
