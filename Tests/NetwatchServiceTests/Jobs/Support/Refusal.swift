import NetwatchCore
import NetwatchJobs
import NetwatchSystemd

@testable import NetwatchService

/// A service's kinds of jobs, for submissions.
func kinds(_ configure: (inout ServiceConfiguration) -> Void = { _ in }) -> JobKinds {
  var configuration = ServiceConfiguration()
  configure(&configuration)
  return JobKinds(
    configuration: configuration,
    connectivity: SettableConnectivityManager(),
    credentials: Credentials(directory: nil),
    log: nil
  )
}

extension JobDescription {
  /// All of it in a line.
  var text: String {
    switch self {
    case .http(let method, let url, let names, let bytes): "\(method) \(url) \(names) \(bytes)"
    case .exec(let template, let arguments):
      ([template] + arguments.map { "\($0.name)=\($0.value)" }).joined(separator: " ")
    case .unreadable: "unreadable"
    }
  }
}

extension JobKinds {
  /// What a body that has to hold jobs makes of them.
  func jobs(_ body: String) throws(JobRefusal) -> [NewJob] {
    let submitted = try SubmittedJob.decodeAll(Array(body.utf8)).jobs
    var jobs: [NewJob] = []
    for job in submitted { jobs.append(try maker.newJob(job, owner: "1000")) }
    return jobs
  }

  /// What is complained of; nil where the jobs are taken.
  func refusal(of body: String) -> JobRefusal? {
    do throws(JobRefusal) {
      _ = try jobs(body)
      return nil
    } catch {
      return error
    }
  }
}
