internal import FoundationEssentials
package import NetwatchCore
package import NetwatchJobs
package import NetwatchSystemd

/// Stands in until the kinds of jobs are there.
package struct SubmittedJob: Decodable, Sendable {
  struct HTTP: Codable, Sendable {
    var method: String?
    var url: String
    var headers: [String: String]?
    var body: String?
  }
  var kind: String
  var http: HTTP?
  var destination: String?
  var uniqueKey: String?

  package static func decodeAll(_ body: [UInt8]) throws(JobRefusal) -> (
    jobs: [SubmittedJob], isList: Bool
  ) {
    do {
      let decoder = JSONDecoder()
      guard body.first == UInt8(ascii: "[") else {
        return ([try decoder.decode(SubmittedJob.self, from: Data(body))], false)
      }
      return (try decoder.decode([SubmittedJob].self, from: Data(body)), true)
    } catch {
      throw JobRefusal("", "The body is no job.")
    }
  }
}

package final class JobKinds: Sendable {
  package init(
    configuration: ServiceConfiguration,
    isStoreShared: Bool,
    connectivity: any ConnectivityManagerProtocol,
    credentials: Credentials = .system,
    log: LogSink?
  ) throws {}

  package func update(_ configuration: ServiceConfiguration) {}

  package var handlers: [JobHandler] { [] }

  package func newJob(_ job: SubmittedJob, owner: String) throws(JobRefusal) -> NewJob {
    guard let http = job.http, http.url.hasPrefix("http") else {
      throw JobRefusal("http.url", "The URL has to be one of http or https.")
    }
    var options = JobOptions(destination: job.destination ?? "https://example.org")
    options.owner = owner
    options.uniqueKey = job.uniqueKey
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let payload = (try? encoder.encode(http)).map(Array.init) ?? []
    return NewJob(kind: job.kind, payload: payload, options: options)
  }

  package func describe(_ job: Job) -> JobDescription {
    guard let http = try? JSONDecoder().decode(SubmittedJob.HTTP.self, from: Data(job.payload))
    else { return .unreadable }
    return .http(
      method: http.method ?? "GET",
      url: http.url,
      headerNames: (http.headers ?? [:]).keys.sorted(),
      bodyBytes: http.body?.utf8.count ?? 0
    )
  }
}

package enum JobDescription: Sendable {
  case http(method: String, url: String, headerNames: [String], bodyBytes: Int)
  case exec(template: String, arguments: [(String, String)])
  case unreadable
}
