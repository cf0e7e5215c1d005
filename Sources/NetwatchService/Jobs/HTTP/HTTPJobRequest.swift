internal import NetwatchCore
internal import NetwatchHTTP
internal import NetwatchJobs
internal import NetwatchSystemd

/// Makes the request of a job, with all that is known only when it is sent.
struct HTTPJobRequest {
  let settings: HTTPJobSettings
  let credentials: Credentials

  /// The request, without its Idempotency-Key.
  ///
  /// - Throws: ``HTTPJobFailure`` where a credential is not to be had.
  func request(for job: HTTPJob) throws -> NetworkRequest {
    guard let origin = Origin(url: job.url) else {
      throw PermanentJobFailure("the URL can't be read any more")
    }
    let configured = settings.headers[origin.withoutOwnPort] ?? [:]
    var request = NetworkRequest(
      method: HTTPMethod(rawValue: job.method),
      url: job.url,
      body: job.body.map(RequestBody.bytes) ?? .none
    )
    request.headers = try headers(of: job, configured)
    request.sensitiveHeaders += configured.keys + job.fields.filter(\.staysWithOrigin).map(\.name)
    request.attemptTimeout = min(job.timeout ?? settings.timeout, settings.timeout)
    request.acceptedStatuses = job.acceptedStatuses
    request.retrySafety = job.safety
    return request
  }

  /// The job's fields and those of the configuration, which has the last word.
  private func headers(
    of job: HTTPJob,
    _ configured: [String: HeaderValue]
  ) throws -> HTTPHeaders {
    var headers = HTTPHeaders([HTTPField]())
    for field in job.fields {
      if case .credential(let name) = field.value, !configured.values.contains(field.value) {
        throw HTTPJobFailure(
          .invalidRequest,
          "the configuration no longer names the credential \(name) for this origin",
          isRetryable: true
        )
      }
      headers.append(field.name, try text(of: field.value))
    }
    for (name, value) in configured.sorted(by: { $0.key < $1.key }) {
      headers.set(name, try text(of: value))
    }
    return headers
  }

  private func text(of value: HeaderValue) throws -> String {
    switch value {
    case .text(let text): return text
    case .credential(let name):
      do throws(CredentialError) {
        let text = try credentials.read(name).text
        guard !text.utf8.contains(where: { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F }) else {
          throw CredentialError.notText(name: name)
        }
        return text
      } catch {
        // It can be put there while the job waits; work that was accepted is not thrown away for it.
        throw HTTPJobFailure(.invalidRequest, "\(error)", isRetryable: true)
      }
    }
  }
}

extension HTTPJob.Field {
  /// Whether no other origin may see it: any field may hold a secret, such as X-Api-Key, other than
  /// those that say what is sent and what is wanted.
  fileprivate var staysWithOrigin: Bool {
    if case .credential = value { true } else { !HeaderName.isDescriptive(name) }
  }
}
