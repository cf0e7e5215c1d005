internal import NetwatchCore
internal import NetwatchHTTPServer
internal import NetwatchJobs

extension ServiceAPI {
  /// Notes who has changed what; nothing of what they sent.
  func note(_ what: String, _ request: ServerRequest, _ caller: Caller, _ jobs: [JobID]) {
    guard let log, let first = jobs.first else { return }
    var metadata = ["owner": caller.owner, "job": "\(first)"]
    if jobs.count > 1 { metadata["jobs"] = String(jobs.count) }
    if let peer = request.peer {
      metadata["pid"] = String(peer.process)
      metadata["uid"] = String(peer.user)
    }
    log(.info, what, metadata)
  }
}
